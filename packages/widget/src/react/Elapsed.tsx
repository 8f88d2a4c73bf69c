import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useState } from 'react';
import { useSay, useTexts } from './context.ts';

/** Minutes at which the time is spoken: sparsely. */
const SPOKEN = [1, 2, 5, 10, 20, 30];

/** How long it has been, by the companion's clock. It decides nothing. */
export function Elapsed({ payment }: { payment: Payment }) {
  const { count } = useTexts();
  const say = useSay();
  const [now, setNow] = useState(() => performance.now());
  const [anchor, setAnchor] = useState({ at: now, payment });
  if (anchor.payment !== payment) setAnchor({ at: performance.now(), payment });

  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);

  const before = Date.parse(payment.serverTime) - Date.parse(payment.createdAt);
  const seconds = Math.max(0, Math.floor((before + Math.max(0, now - anchor.at)) / 1000));
  const minutes = Math.floor(seconds / 60);
  useEffect(() => {
    if (SPOKEN.includes(minutes)) say(count('waiting.elapsed', minutes));
  }, [minutes, count, say]);

  return (
    <span className="elapsed" aria-hidden="true">
      {minutes}:{String(seconds % 60).padStart(2, '0')}
    </span>
  );
}
