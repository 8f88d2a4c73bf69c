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

/** The model is of prompts. Money that was sent by hand completes a payment in the transaction that opens it. */
const SALE: ModelTransition = { event: 'completed', from: ['absent'], to: 'completed' };

/** What the model knows of a payment. */
interface Recorded {
  readonly id: string;
  readonly status: string;
  readonly history: readonly { readonly kind: string }[];
}

/** The model knows no resolutions: a payment that the merchant recorded as received fails by one of these. */
const FAILURES: readonly string[] = ['failed', 'refused', 'not_sent'];

/**
 * Replays a payment's history in the model.
 *
 * @returns the first event that the model does not allow, or that leads to another status than the stored one
 */
export function findModelViolation(payment: Recorded, model: readonly ModelTransition[]): string[] {
  let status = 'absent';
  for (const { kind } of payment.history) {
    const moves = [...model, SALE].filter(({ event }) =>
      kind === 'failed_though_received' ? FAILURES.includes(event) : event === kind,
    );
    // Events that change no status, as a callback or a refund, are not in the model's relation.
    if (moves.length === 0) continue;
    const move = moves.find(({ from }) => from.includes(status));
    if (move === undefined)
      return [`${payment.id}: the model has no event ${kind} in status ${status} (${kindsOf(payment.history)})`];
    status = move.to;
  }
  return status === payment.status ? [] : [`${payment.id} is ${payment.status}, its history says ${status}`];
}

function kindsOf(history: Recorded['history']): string {
  return history.map(({ kind }) => kind).join(', ');
}
