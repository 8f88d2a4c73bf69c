import { useEffect } from 'react';
import type { CompanionError } from '../core/companionError.ts';
import { useSay, useTexts } from './context.ts';

const MINUTE_MS = 60_000;

/** Why a call brought no result, and when to try again. */
export function Trouble({ error }: { error: CompanionError | null }) {
  const { t, sentence } = useTexts();
  const say = useSay();
  const text =
    error &&
    sentence(error.code, error.problem.detail) +
      (error.retryAfterMs === null ? '' : ` ${t('retryAfter', { n: Math.ceil(error.retryAfterMs / MINUTE_MS) })}`);
  useEffect(() => {
    if (text !== null) say(text);
  }, [text, say]);
  return text === null ? null : (
    <p className="notice bad" part="notice">
      {text}
    </p>
  );
}
