import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useState } from 'react';

/** Returns the time by the companion's clock, ms since 1970, each second anew. It only informs the shopper. */
export function useServerClock({ serverTime }: Payment): number {
  const [nowMs, setNowMs] = useState(() => Date.parse(serverTime));
  useEffect(() => {
    const offsetMs = Date.parse(serverTime) - performance.now();
    const timer = setInterval(() => setNowMs(offsetMs + performance.now()), 1000);
    return () => clearInterval(timer);
  }, [serverTime]);
  return nowMs;
}

/** Formats a time span: `1:05` for 65 seconds. */
export function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
