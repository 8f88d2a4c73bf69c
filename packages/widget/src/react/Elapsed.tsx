import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useState } from 'react';
import { useSay, useTexts } from './context.ts';

/** When the time is spoken: sparsely. */
const SPOKEN_SECONDS = [60, 120, 300, 600];

/** How long it has been, by the companion's clock. It decides nothing. */
export function Elapsed({ payment }: { payment: Payment }) {
  const { count } = useTexts();
  const say = useSay();
  const [seconds, setSeconds] = useState(() => sinceStart(payment));

  useEffect(() => {
    const seen = performance.now() - sinceStart(payment) * 1000;
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - seen) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [payment]);

  // A busy phone may skip a second.
  const mark = SPOKEN_SECONDS.find((second) => seconds >= second && seconds < second + 5);
  useEffect(() => {
    if (mark !== undefined) say(count('waiting.elapsed', mark / 60));
  }, [mark, count, say]);

  return (
    <span aria-hidden="true">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  );
}

/** Seconds from the payment's start to the moment it was read. */
function sinceStart({ serverTime, createdAt }: Payment): number {
  return Math.max(0, Math.floor((Date.parse(serverTime) - Date.parse(createdAt)) / 1000));
}
