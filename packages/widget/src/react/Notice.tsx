import { useEffect } from 'react';
import type { CompanionError } from '../core/companionError.ts';
import type { Connection } from '../core/live.ts';
import { useSay, useTexts } from './context.ts';

const MINUTE_MS = 60_000;

/** A sentence that comes and goes within a view, seen and spoken. */
function Notice({ text, bad }: { text: string | null; bad: boolean }) {
  const say = useSay();
  useEffect(() => {
    if (text !== null) say(text);
  }, [text, say]);
  return text === null ? null : (
    <p className={bad ? 'notice bad' : 'notice'} part="notice">
      {text}
    </p>
  );
}

/** Why a call brought no result, and when to try again. */
export function Trouble({ error }: { error: CompanionError | null }) {
  const { t, sentence } = useTexts();
  const wait = error?.retryAfterMs ? ` ${t('retryAfter', { n: Math.ceil(error.retryAfterMs / MINUTE_MS) })}` : '';
  return <Notice bad text={error && sentence(error.code, error.problem.detail) + wait} />;
}

/** That the network is in the way. */
export function ConnectionNotice({ connection }: { connection: Connection }) {
  const { t } = useTexts();
  return <Notice bad={false} text={connection === 'good' ? null : t(`connection.${connection}`)} />;
}
