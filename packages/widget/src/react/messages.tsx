import { useEffect, useSyncExternalStore } from 'react';
import type { CompanionError } from '../core/companionError.ts';
import { listen } from '../core/pageEvents.ts';
import { useTexts } from '../views/context.ts';
import { Notice } from '../views/controls.tsx';
import { useAnnounce } from './announcer.ts';
import type { Connection } from './useConnection.ts';

const MINUTE_MS = 60_000;

/** A sentence that appears and disappears within a view. Screen readers announce it. */
function Message({ text, isError }: { text: string | null; isError: boolean }) {
  const announce = useAnnounce();
  useEffect(() => {
    if (text !== null) announce(text);
  }, [text, announce]);
  return text === null ? null : <Notice text={text} isError={isError} />;
}

interface ErrorMessageProps {
  error: CompanionError | null;
  /** Whether the same press cannot pay twice, which a lost answer raises as a question. */
  isSafe?: boolean;
}

/** Why a request failed, and when to try again. "You are offline" goes as soon as the line is back. */
export function ErrorMessage({ error, isSafe = false }: ErrorMessageProps) {
  const { t, getErrorMessage } = useTexts();
  const isOnline = useSyncExternalStore(subscribeToLine, readLine, () => true);
  const shown = error?.code === 'offline' && isOnline ? null : error;
  const retryAfter = shown?.retryAfterMs ? ` ${t('retryAfter', { n: Math.ceil(shown.retryAfterMs / MINUTE_MS) })}` : '';
  const once = isSafe && shown?.problem.status === 0 ? ` ${t('once')}` : '';
  return <Message isError text={shown && getErrorMessage(shown.code, shown.problem.detail) + once + retryAfter} />;
}

/** What is wrong with the connection, if anything. */
export function ConnectionMessage({ connection }: { connection: Connection }) {
  const { t } = useTexts();
  return <Message isError={false} text={connection === 'good' ? null : t(`connection.${connection}`)} />;
}

const subscribeToLine = (onChange: () => void) => listen(window, ['online', 'offline'], onChange);
const readLine = () => navigator.onLine;
