import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A change of status in the protocol's model, and the event that it writes to the payment's history. */
export interface ModelTransition {
  readonly event: string;
  /** `absent` before the payment is opened. */
  readonly from: readonly string[];
  readonly to: string;
}

const MODEL = fileURLToPath(new URL('../../../../model/payment.pml', import.meta.url));
const MOVE = /\bmove\(\w+, (\w+), IN[123]\(\w+, ([\w, ]+)\), (\w+), \w+\)/g;
/** A move, or a call of an inline with the statuses from which it moves. */
const COMPLETE = /\bcomplete\([\w ,]+, IN[123]\(\w+, ([\w, ]+)\)\)/g;
const FAIL_UNSENT = /\bfailUnsent\(\w+, IN[123]\(\w+, ([\w, ]+)\)\)/g;

/** Reads the transition relation from the model: model/payment.pml. */
export function readModelTransitions(source = readFileSync(MODEL, 'utf8')): ModelTransition[] {
  const moves = [...source.matchAll(MOVE)].map(([, event = '', from = '', to = '']) => ({
    event,
    from: from.split(', '),
    to,
  }));
  const inlines = [
    { pattern: COMPLETE, event: 'completed', to: 'completed' },
    { pattern: FAIL_UNSENT, event: 'not_sent', to: 'failed' },
  ].flatMap(({ pattern, event, to }) =>
    [...source.matchAll(pattern)].map(([, from = '']) => ({ event, from: from.split(', '), to })),
  );
  return [...moves, ...inlines];
}
