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
import type { Bounds } from './world.ts';

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

/** A decision that sees another payment than the stored one. */
function withPayment(state: State, columns: Partial<State['payment']>): State {
  return { ...state, payment: { ...state.payment, ...columns } };
}

interface Fault {
  readonly name: string;
  readonly bounds: Bounds;
  readonly faults: Partial<Pick<SearchOptions, 'decide' | 'open'>>;
  /** What is violated, and after how many steps at the earliest. */
  readonly broken: string;
  readonly steps: number;
}

const ONE = { payments: 1, workers: 1 } as const;

const FAULTS: readonly Fault[] = [
  {
    name: 'an unknown outcome is failed',
    bounds: { ...ONE, lostAnswers: 1 },
    faults: {
      decide: faulty('answer', (state, input, moment) => {
        const answer = input.answer.kind === 'unknown' ? REFUSED : input.answer;
        return REAL(state, { ...input, answer }, moment);
      }),
    },
    broken: 'it is failed',
    steps: 3,
  },
  {
    name: 'a refusal after a callback is failed',
    bounds: { ...ONE, contraryRefusals: 1 },
    faults: {
      decide: faulty('answer', (state, input, moment) => REAL({ ...state, callbacks: [] }, input, moment)),
    },
    broken: 'its debit is forgotten',
    steps: 5,
  },
  {
    name: 'a worker that has lost its lease writes',
    bounds: { ...ONE, workers: 2 },
    faults: {
      decide: (state, input, moment) =>
        REAL(state, 'fence' in input ? { ...input, fence: state.payment.fence } : input, moment),
    },
    broken: 'a worker that has lost its lease writes',
    steps: 4,
  },
  {
    name: 'a callback decides',
    bounds: { ...ONE, forgedCallbacks: 1 },
    faults: {
      decide: faulty('callback', (state, input, moment) => {
        const decision = REAL(state, input, moment);
        const changes = decision.changes.map((change) => ({ ...change, to: 'completed' as const }));
        return { ...decision, changes };
      }),
    },
    broken: 'a payment becomes completed without a webhook',
    steps: 2,
  },
  {
    name: 'a change without its webhook',
    bounds: ONE,
    faults: {
      decide: faulty('evidence', (state, input, moment) => {
        const decision = REAL(state, input, moment);
        const changes = decision.changes.map(({ webhook: _webhook, ...change }) => change);
        return { ...decision, changes };
      }),
    },
    broken: 'without a webhook',
    steps: 6,
  },
  {
    name: 'two refunds exceed the payment',
    bounds: { ...ONE, refunds: 2 },
    faults: {
      decide: faulty('refund', (state, input, moment) => {
        const refunded = state.payment.amount_refunded;
        const decision = REAL(withPayment(state, { amount_refunded: 0 }), input, moment);
        const changes = decision.changes.map((change) => ({
          ...change,
          set: { ...change.set, amount_refunded: refunded + input.amount },
        }));
        return { ...decision, changes };
      }),
    },
    broken: 'its refunds exceed it',
    steps: 8,
  },
  {
    name: 'one transaction pays two payments',
    bounds: { payments: 2, workers: 1, forgedCallbacks: 1 },
    faults: { decide: (state, input, moment) => REAL({ ...state, takenBy: new Map() }, input, moment) },
    broken: 'one transaction completes two payments',
    steps: 13,
  },
  {
    name: 'the order of a silent payment gets another one at once',
    bounds: { payments: 2, workers: 1 },
    faults: { open: (state, request, moment) => decideOpening(state, { ...request, cooldownMs: 0 }, moment) },
    broken: 'the payer sees two prompts of one order at once',
    steps: 5,
  },
  {
    name: 'only the newest payment decides about the next',
    bounds: { payments: 3, workers: 1 },
    faults: {
      open: (state, request, moment) =>
        decideOpening({ ...state, attempts: state.attempts.slice(0, 1), reports: [] }, request, moment),
    },
    broken: 'an order that is paid gets another payment',
    steps: 11,
  },
  {
    name: 'another payment begins although the operator reports one as completed',
    bounds: { payments: 2, workers: 1, lostAnswers: 1 },
    faults: {
      open: (state, request, moment) => {
        const attempts = state.attempts.map((attempt) => ({ ...attempt, details_unavailable_since: null }));
        return decideOpening({ ...state, attempts, reports: [] }, request, moment);
      },
    },
    broken: 'an order that the operator reports as paid gets another payment',
    steps: 9,
  },
];

describe('a fault in a decision is found', () => {
  it.each(FAULTS)('$name', { timeout: 300_000 }, ({ bounds, faults, broken, steps }) => {
    const { violation } = search({ bounds, ...faults });
    expect(violation?.broken).toContain(broken);
    expect(violation?.path).toHaveLength(steps);
  });
});
