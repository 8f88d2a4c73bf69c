import { useEffect } from 'react';
import type { CompanionError } from '../core/companionError.ts';
import type { Connection } from '../core/followPayment.ts';
import { Notice } from '../markup/controls.tsx';
import { useAnnounce, useTexts } from './context.ts';

const MINUTE_MS = 60_000;

/** A sentence that appears and disappears within a view. Screen readers announce it. */
function Message({ text, isError }: { text: string | null; isError: boolean }) {
  const announce = useAnnounce();
  useEffect(() => {
    if (text !== null) announce(text);
  }, [text, announce]);
  return text === null ? null : <Notice text={text} isError={isError} />;
}

/** Why a request failed, and when to try again. */
export function ErrorMessage({ error }: { error: CompanionError | null }) {
  const { t, getErrorMessage } = useTexts();
  const retryAfter = error?.retryAfterMs ? ` ${t('retryAfter', { n: Math.ceil(error.retryAfterMs / MINUTE_MS) })}` : '';
  return <Message isError text={error && getErrorMessage(error.code, error.problem.detail) + retryAfter} />;
}

/** What is wrong with the connection, if anything. */
export function ConnectionMessage({ connection }: { connection: Connection }) {
  const { t } = useTexts();
  return <Message isError={false} text={connection === 'good' ? null : t(`connection.${connection}`)} />;
}
