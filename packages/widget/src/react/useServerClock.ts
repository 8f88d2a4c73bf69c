import { useEffect, useState } from 'react';
import { readServerTime } from '../core/serverClock.ts';

/** Returns the time by the companion's clock, ms since 1970, each second anew. It only informs the shopper. */
export function useServerClock(): number {
  const [nowMs, setNowMs] = useState(readServerTime);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(readServerTime()), 1000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** Returns the seconds until a moment, each second anew; null without one. */
export function useSecondsUntil(moment: string | null): number | null {
  const nowMs = useServerClock();
  return moment === null ? null : Math.max(0, Math.ceil((Date.parse(moment) - nowMs) / 1000));
}
