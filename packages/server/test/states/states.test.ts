import { describe, expect, it } from 'vitest';
import { play } from './play.ts';
import { readBounds } from './readBounds.ts';
import { type SearchOptions, search } from './search.ts';
import { createStuckCheck } from './settle.ts';
import { SMALL } from './sizes.ts';
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
