import { describe, expect, it } from 'vitest';
import { EVENT_KINDS, statusAfter } from '../../src/core/rules/stateMachine.ts';
import { play } from './play.ts';
import { readBounds } from './readBounds.ts';
import { type SearchOptions, search } from './search.ts';
import { createStuckCheck } from './settle.ts';
import { EVENTFUL, SMALL } from './sizes.ts';
import { tell } from './story.ts';

/** What the search finds, as a story; null if all holds, and every state was visited. */
function storyOf(options: SearchOptions): string | null {
  const { violation, isComplete } = search(options);
  if (violation !== null) return tell(violation);
  return isComplete ? null : 'the search is not complete';
}

describe('every state of the real decisions keeps the promises', () => {
  it.each(SMALL)('$name', { timeout: 300_000 }, ({ bounds, isStuckChecked }) => {
    expect(storyOf({ bounds, ...(isStuckChecked ? { check: createStuckCheck() } : {}) })).toBeNull();
  });

  // `pnpm prove states` visits all of them.
  it.each([
    ['one payment, a forged callback', 'payments=1 workers=1 forgedCallbacks=1', 10],
    ['two payments, one worker', 'payments=2 workers=1', 14],
  ])('%s: the first steps', { timeout: 300_000 }, (_, words, maxSteps) => {
    const { violation, depth } = search({ bounds: readBounds(words.split(' ')), maxSteps });
    expect(violation === null ? null : tell(violation)).toBeNull();
    expect(depth).toBe(maxSteps);
  });
});

/** What no search within these bounds writes, and the state machine allows all the same. */
const UNREACHED = [
  // Nothing but its own answer fails a payment that waits for the answer. The decision is a safeguard.
  'failed: accepted',
  // It takes a forged callback, a transaction that differs, a resolution and two payments.
  'failed: order_overpaid',
  // It depends on no state.
  ...['pending', 'unresolved', 'completed', 'failed'].map((status) => `${status}: webhook_replayed`),
];

it('the state machine allows the events that the search writes, and no others', { timeout: 300_000 }, () => {
  const found = EVENTFUL.map((options) => search(options));
  expect(found.flatMap(({ violation }) => (violation === null ? [] : [tell(violation)]))).toEqual([]);
  const reached = new Set(found.flatMap(({ events }) => [...events]));
  const statuses = ['created', 'sending', 'pending', 'unresolved', 'completed', 'failed'] as const;
  const allowed = statuses.flatMap((status) =>
    EVENT_KINDS.filter((kind) => statusAfter(kind, status) !== undefined).map((kind) => `${status}: ${kind}`),
  );
  expect([...reached, ...UNREACHED].sort()).toEqual(allowed.sort());
});

describe('a path that the search has printed runs as a test', () => {
  // Found with the fault scripts/breaks/refusal-wins.patch.
  it('a refusal is not believed after a callback', () => {
    expect(
      play('payments=1 workers=1 contraryRefusals=1', [
        'worker 1 opens payment 1 as sending',
        'worker 1, payment 1: the operator refuses the request, and carries it out',
        'payment 1: the payer approves',
        'payment 1: its callback (completed) arrives',
        'worker 1, payment 1: writes the answer refused',
      ]),
    ).toBeUndefined();
  });

  // Found with the fault scripts/breaks/checked-before-callback.patch, when it was in the code.
  it('an order waits for the check that a callback asks for during another check', () => {
    const path = [
      'worker 1 opens payment 1 as sending',
      'worker 1, payment 1: the operator accepts the request',
      'worker 1, payment 1: writes the answer accepted',
      'worker 1 leases payment 1  and reads pending',
      'worker 1, payment 1: decides about pending',
      'payment 1: the payer approves',
      'payment 1: its callback (completed) arrives',
      'worker 1, payment 1: gives its lease back (planned)',
      'time passes: ten minutes are over',
    ];
    expect(play('payments=2 workers=1', path)).toBeUndefined();
    expect(() => play('payments=2 workers=1', [...path, 'worker 1 opens payment 2 as sending'])).toThrow(
      /cannot happen here: worker 1 opens payment 2/,
    );
  });

  it('names a step that cannot happen, and what can', () => {
    expect(() => play('payments=1 workers=1', ['worker 1 crashes (send)'])).toThrow(
      /cannot happen here: worker 1 crashes.*\nworker 1 opens payment 1 as sending/,
    );
  });
});
