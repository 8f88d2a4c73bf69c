import { PAYMENT_STATUSES } from '@tsena/shared/checkout';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ABSENT,
  callbackRow,
  detailsOf,
  MOMENT,
  NOW,
  PARTNER,
  REFERENCE,
  receivedMoney,
  stateOf,
  unavailable,
} from '../../../test/support/paymentState.ts';
import { decide, type Input } from './decide.ts';
import type { Decision, State } from './decision.ts';
import { statusesBefore } from './stateMachine.ts';

const RUNS = { numRuns: 3000, seed: 20261123 };

const NONE = unavailable();
const statusAnswer = fc.oneof(
  fc.constant(NONE),
  fc.record({
    kind: fc.constant('state' as const),
    state: fc.constantFrom('pending', 'completed', 'failed', 'declined', 'unknown'),
    operatorStatus: fc.constant('a word'),
    objectReference: fc.constantFrom(null, REFERENCE),
  }),
);
const detailsAnswer = fc.constantFrom(
  NONE,
  ABSENT,
  detailsOf(),
  detailsOf({ transactionStatus: 'failed' }),
  detailsOf({ amount: '1.00' }),
);
const named = fc.record({ reference: fc.constant(REFERENCE), isNamedByCallback: fc.boolean(), answer: detailsAnswer });
const fence = fc.constantFrom(0, 1, 2);

const answer = fc.record({
  kind: fc.constant('answer' as const),
  answer: fc.constantFrom(
    { kind: 'accepted', serverCorrelationId: 'sc-1', notificationMethod: null } as const,
    {
      kind: 'refused',
      code: 'insufficient_funds',
      reason: '402',
      errorDateTime: null,
      isPassing: false,
      retryAfterMs: null,
    } as const,
    { kind: 'not_sent', code: 'operator_unreachable', reason: 'ECONNREFUSED' } as const,
    { kind: 'unknown', reason: 'reset' } as const,
  ),
  firstCheckMs: fc.constant(2000),
});
const callback = fc.record({
  kind: fc.constant('callback' as const),
  note: fc.record({
    serverCorrelationId: fc.constantFrom('', 'sc-1', 'sc-2'),
    transactionReference: fc.constantFrom('', REFERENCE),
    status: fc.constantFrom('completed', 'failed'),
  }),
});
const evidence = fc.record({
  kind: fc.constant('evidence' as const),
  fence,
  status: fc.oneof(
    fc.constant(null),
    fc.record({
      serverCorrelationId: fc.constantFrom('sc-1', 'sc-2'),
      isNamedByCallback: fc.boolean(),
      answer: statusAnswer,
    }),
  ),
  transactions: fc.array(named, { maxLength: 2 }),
  partnerMsisdn: fc.constant(PARTNER),
});
const anyInput: fc.Arbitrary<Input> = fc.oneof(
  answer,
  callback,
  evidence,
  fc.record({ kind: fc.constant('sending' as const), fence, after: fc.constantFrom(null, '401', '4002', '429') }),
  fence.map((of) => ({ kind: 'not_sent', fence: of, code: 'not_sent', reason: 'no token' }) as const),
  fc.record({ kind: fc.constant('lapsed' as const), fence, mayLackSending: fc.boolean() }),
  fc.record({ kind: fc.constant('checks_stopped' as const), fence }),
  fc.record({ kind: fc.constant('reference_returned' as const) }),
  fc.record({ kind: fc.constant('reference_attempt' as const), cooldownMs: fc.constantFrom(1000, 180_000) }),
  fc
    .record({ answer: fc.constantFrom(ABSENT, detailsOf()), isMerchant: fc.boolean() })
    .map(({ answer: given, isMerchant }) => {
      const by = { by: 'payer', isMerchant };
      return { kind: 'reference', reference: REFERENCE, answer: given, named: by, partnerMsisdn: PARTNER } as const;
    }),
  fc.constant({
    kind: 'sale' as const,
    reference: REFERENCE,
    money: receivedMoney(),
    by: 'Hanta',
    partnerMsisdn: PARTNER,
  }),
  fc
    .constantFrom('received', 'not_received', 'closed')
    .map((resolution) => ({ kind: 'resolution', resolution, reason: 'seen', by: 'Hanta' }) as const),
);

const LEASED = { lease_owner: 'one', lease_until: NOW + 12_000, next_check_at: NOW + 12_000 };
const OTHER = { id: 'pay_2', order_reference: 'ORDER-2' } as NonNullable<State['boundTo']>;
const anyCallback = fc
  .record({
    server_correlation_id: fc.constantFrom('', 'sc-1', 'sc-2'),
    transaction_reference: fc.constantFrom('', REFERENCE),
    rejected: fc.constantFrom(0, 1),
    received_at: fc.constantFrom(NOW, NOW - 11 * 60_000),
  })
  .map(callbackRow);
const anyState: fc.Arbitrary<State> = fc
  .record({
    status: fc.constantFrom(...PAYMENT_STATUSES),
    resolution: fc.constantFrom(null, 'received', 'not_received', 'closed'),
    differences: fc.constantFrom(null, 'amount', 'objectReference', 'transactionStatus'),
    details_unavailable_since: fc.constantFrom(null, NOW - 11 * 60_000),
    own: fc.constantFrom(null, 'sc-1'),
    unverified: fc.constantFrom(0, 1),
    lease: fc.constantFrom({}, LEASED),
    callbacks: fc.array(anyCallback, { maxLength: 3 }),
    takenBy: fc.constantFrom(new Map<string, typeof OTHER>(), new Map([[REFERENCE, OTHER]])),
  })
  .map(({ own, unverified, lease, callbacks, takenBy, ...columns }) => {
    const { status } = columns;
    const isCompleted = status === 'completed';
    const ids = {
      server_correlation_id: status === 'pending' ? 'sc-1' : isCompleted || status === 'failed' ? own : null,
      transaction_id: isCompleted ? REFERENCE : null,
    };
    const values = {
      ...columns,
      ...ids,
      correlation_source: 'initiation',
      verified: isCompleted ? 1 - unverified : null,
      ...lease,
    } as const;
    return stateOf({ ...values, review_reasons: 'details_mismatch' }, { callbacks, takenBy });
  });

const decideOn = (state: State, input: Input): Decision => decide(state, input as never, MOMENT);

/** The state after an input was decided and written. */
function after(state: State, input: Input): State {
  const { changes, set, callback: received } = decideOn(state, input);
  const columns = changes.map((change) => ({
    ...change.set,
    ...(change.to === undefined ? {} : { status: change.to }),
  }));
  const callbacks = received === undefined ? state.callbacks : [...state.callbacks, received.stored];
  return { ...state, callbacks, payment: Object.assign({}, state.payment, ...columns, set) };
}

/** The payment after two inputs, in either order. */
const inBothOrders = (state: State, one: Input, other: Input) =>
  [
    [one, other],
    [other, one],
  ].map((inputs) => inputs.reduce(after, state).payment);

describe('decide', () => {
  it('allows only the changes of status of the state machine', () => {
    fc.assert(
      fc.property(anyState, anyInput, (state, input) => {
        let { status } = state.payment;
        for (const { to } of decideOn(state, input).changes) {
          if (to === undefined) continue;
          expect(status).not.toBe('completed');
          expect(statusesBefore(to)).toContain(status);
          status = to;
        }
      }),
      RUNS,
    );
  });

  it('fails a payment only by an operator’s answer, or because nothing was sent', () => {
    fc.assert(
      fc.property(anyState, anyInput, (state, input) => {
        const failure = decideOn(state, input).changes.find(({ to }) => to === 'failed');
        if (failure === undefined) return;
        // Only its own serverCorrelationId fails a payment.
        if (input.kind === 'evidence')
          expect(input.status).toMatchObject({ isNamedByCallback: false, answer: { kind: 'state' } });
        else expect(['answer', 'not_sent', 'lapsed']).toContain(input.kind);
        // A callback contradicts a refusal.
        if (input.kind === 'answer') expect(state.callbacks.filter(({ rejected }) => rejected === 0)).toEqual([]);
        if (input.kind === 'lapsed') expect(state.payment.status).toBe('created');
      }),
      RUNS,
    );
  });

  it('completes a payment only by an answer that another payment does not have', () => {
    fc.assert(
      fc.property(anyState, anyInput, (state, input) => {
        const completion = decideOn(state, input).changes.find(({ to }) => to === 'completed');
        if (completion === undefined) return;
        expect(['evidence', 'reference']).toContain(input.kind);
        expect(state.takenBy.size).toBe(0);
      }),
      RUNS,
    );
  });

  it('writes nothing for a worker that has lost its lease', () => {
    fc.assert(
      fc.property(anyState, anyInput, (state, input) => {
        if ('fence' in input && input.fence !== state.payment.fence) expect(decideOn(state, input).changes).toEqual([]);
      }),
      RUNS,
    );
  });

  it('sends what was received and then fails to review, without a payment.failed', () => {
    fc.assert(
      fc.property(anyState, fc.oneof(answer, evidence), (state, input) => {
        const { changes } = decideOn(state, input);
        if (state.payment.resolution !== 'received' || !changes.some(({ to }) => to === 'failed')) return;
        expect(changes.map(({ webhook }) => webhook)).not.toContain('payment.failed');
        expect(Object.assign({}, state.payment, ...changes.map(({ set }) => set)).differences).not.toBeNull();
      }),
      RUNS,
    );
  });

  it('ends the checks of a payment that is open or unverified only by what it writes', () => {
    fc.assert(
      fc.property(anyState, evidence, (state, input) => {
        const { outcome } = decide(state, input, MOMENT);
        const { status, verified, next_check_at } = after(state, input).payment;
        const isOpen = status === 'pending' || (status === 'completed' && verified === 0);
        if (outcome.kind === 'done' && input.status?.isNamedByCallback !== true && input.fence === state.payment.fence)
          expect(isOpen && next_check_at !== null).toBe(false);
      }),
      RUNS,
    );
  });

  it('completed in one order of two inputs, can be so in the other', () => {
    fc.assert(
      fc.property(anyState, anyInput, anyInput, (state, one, other) => {
        const statuses = inBothOrders(state, one, other).map(({ status }) => status);
        if (statuses.includes('completed'))
          for (const status of statuses) expect(['completed', ...statusesBefore('completed')]).toContain(status);
      }),
      RUNS,
    );
  });

  it('leaves a check due after a callback and an answer or a lapsed lease, in either order', () => {
    const lapsed = fc.constant({ kind: 'lapsed' as const, fence: 1, mayLackSending: true });
    fc.assert(
      fc.property(callback, fc.oneof(answer, lapsed), (arrived, given) => {
        if (arrived.note.serverCorrelationId === '' && arrived.note.transactionReference === '') return;
        for (const { next_check_at } of inBothOrders(stateOf({ status: 'sending' }), arrived, given))
          expect(next_check_at).not.toBeNull();
      }),
      RUNS,
    );
  });
});
