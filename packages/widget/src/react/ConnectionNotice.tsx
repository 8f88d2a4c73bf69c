import { useEffect } from 'react';
import type { Connection } from '../core/live.ts';
import { useSay, useTexts } from './context.ts';

/** Says in words that the network is in the way. */
export function ConnectionNotice({ connection }: { connection: Connection }) {
  const { t } = useTexts();
  const say = useSay();
  const text = connection === 'good' ? null : t(`connection.${connection}`);
  useEffect(() => {
    if (text !== null) say(text);
  }, [text, say]);
  return text === null ? null : (
    <p className="notice" part="notice">
      {text}
    </p>
  );
}
