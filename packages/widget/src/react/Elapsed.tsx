import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import { useSay, useTexts } from './context.ts';

/** Minutes at which the time is spoken: sparsely. */
const SPOKEN = [1, 2, 5, 10, 20, 30];

/** How long it has been, by the companion's clock. It decides nothing. */
export function Elapsed({ payment }: { payment: Payment }) {
  const { count } = useTexts();
  const say = useSay();
  const [seconds, setSeconds] = useState(() => sinceStart(payment));
  const minutes = Math.floor(seconds / 60);
  const spoken = useRef(minutes);

  useEffect(() => {
    const seen = performance.now();
    const tick = () => setSeconds(sinceStart(payment) + Math.floor((performance.now() - seen) / 1000));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [payment]);

  useEffect(() => {
    if (spoken.current !== minutes && SPOKEN.includes(minutes)) say(count('waiting.elapsed', minutes));
    spoken.current = minutes;
  }, [minutes, count, say]);

  return (
    <span className="elapsed" aria-hidden="true">
      {minutes}:{String(seconds % 60).padStart(2, '0')}
    </span>
  );
}

/** Seconds from the payment's start to the moment it was read. */
function sinceStart({ serverTime, createdAt }: Payment): number {
  return Math.max(0, Math.floor((Date.parse(serverTime) - Date.parse(createdAt)) / 1000));
}
