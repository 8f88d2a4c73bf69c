import type { Problem } from '@tsena/shared';
import type { Checkout } from '@tsena/shared/checkout';
import { useCallback, useEffect, useRef } from 'react';
import type { Emit } from '../events.ts';

/**
 * Tells the page what happens, each thing once.
 *
 * @returns how a view tells of a problem of its own
 */
export function useEvents(emit: Emit, checkout: Checkout | undefined, problem: Problem | null): (problem: Problem) => void {
  const latest = useRef(emit);
  latest.current = emit;
  const ready = useRef(false);
  const told = useRef('');
  const payment = checkout?.payment ?? null;

  useEffect(() => {
    if (checkout === undefined) return;
    if (!ready.current) latest.current('ready', { payment });
    ready.current = true;
    if (payment === null) return;
    const { id, status, retryable, failure } = payment;
    const state = [id, status, retryable, failure?.code].join();
    if (told.current === state) return;
    const hadEnded = told.current.startsWith(`${id},${status},`);
    told.current = state;
    latest.current('change', { payment });
    if ((status === 'completed' || status === 'failed') && !hadEnded) latest.current(status, { payment });
  }, [checkout, payment]);

  const say = useCallback((one: Problem) => latest.current('error', { problem: one }), []);
  useEffect(() => {
    if (problem !== null) say(problem);
  }, [problem, say]);
  return say;
}
