import { describe, expect, it } from 'vitest';
import type { Input } from '../../src/core/rules/decide.ts';
import type { Decision, Moment, State } from '../../src/core/rules/decision.ts';
import { decideOpening } from '../../src/core/rules/opening.ts';
import { REFUSED } from '../support/paymentState.ts';
import { type Decide, REAL } from './rowsInMemory.ts';
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
  // The largest needs 30 s of a processor that it has for itself.
  it.each(SMALL)('$name', { timeout: 300_000 }, ({ bounds, isStuckChecked }) => {
    expect(storyOf({ bounds, ...(isStuckChecked ? { check: createStuckCheck() } : {}) })).toBeNull();
  });
});

/** A fault in one kind of decision. */
function faulty<Kind extends Input['kind']>(
  kind: Kind,
  decide: (state: State, input: Extract<Input, { readonly kind: Kind }>, moment: Moment) => Decision,
): Decide {
  const isOf = (input: Input): input is Extract<Input, { readonly kind: Kind }> => input.kind === kind;
  return (state, input, moment) => (isOf(input) ? decide(state, input, moment) : REAL(state, input, moment));
}

describe('a fault in a decision is found', () => {
  it('an unknown outcome is failed', () => {
    const decide = faulty('answer', (state, input, moment) => {
      const answer = input.answer.kind === 'unknown' ? REFUSED : input.answer;
      return REAL(state, { ...input, answer }, moment);
    });
    expect(storyOf({ bounds: { payments: 1, workers: 1, lostAnswers: 1 }, decide })).toContain('it is failed');
  });
  it('a refusal after a callback is failed', () => {
    const decide = faulty('answer', (state, input, moment) => REAL({ ...state, callbacks: [] }, input, moment));
    const bounds = { payments: 1, workers: 1, contraryRefusals: 1 };
    expect(storyOf({ bounds, decide })).toContain('its debit is forgotten');
  });
  it('a worker that has lost its lease writes', () => {
    const decide: Decide = (state, input, moment) =>
      REAL(state, 'fence' in input ? { ...input, fence: state.payment.fence } : input, moment);
    const bounds = { payments: 1, workers: 2 };
    expect(storyOf({ bounds, decide })).toContain('a worker that has lost its lease writes');
  });
  it('the order of a silent payment gets another one at once', () => {
    const open: typeof decideOpening = (state, request, moment) =>
      decideOpening(state, { ...request, cooldownMs: 0 }, moment);
    expect(storyOf({ bounds: { payments: 2, workers: 1 }, open })).toContain('the payer sees two prompts');
  });
});
