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

/** Formats a time span: `1:05` for 65 seconds. */
export function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
