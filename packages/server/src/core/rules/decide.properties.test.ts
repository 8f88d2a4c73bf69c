import { PAYMENT_STATUSES } from '@tsena/shared/checkout';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ABSENT,
  after,
  callbackRow,
  detailsOf,
  MOMENT,
  NOW,
  PARTNER,
  REFERENCE,
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
const detailsAnswer = fc.constantFrom(NONE, ABSENT, detailsOf(), detailsOf({ transactionStatus: 'failed' }), detailsOf({ amount: '1.00' }));
const named = fc
  .boolean()
  .chain((isNamedByCallback) =>
    fc.record({ reference: fc.constant(REFERENCE), isNamedByCallback: fc.constant(isNamedByCallback), answer: detailsAnswer }),
  );

const answer = fc.record({
  kind: fc.constant('answer' as const),
  answer: fc.constantFrom(
    { kind: 'accepted', serverCorrelationId: 'sc-1', notificationMethod: null } as const,
    { kind: 'refused', code: 'insufficient_funds', reason: '402', errorDateTime: null, isPassing: false, retryAfterMs: null } as const,
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
  fence: fc.constantFrom(0, 1, 2),
  status: fc.oneof(
    fc.constant(null),
    fc.record({ serverCorrelationId: fc.constantFrom('sc-1', 'sc-2'), isNamedByCallback: fc.boolean(), answer: statusAnswer }),
  ),
  transactions: fc.array(named, { maxLength: 2 }),
  partnerMsisdn: fc.constant(PARTNER),
});
const anyInput: fc.Arbitrary<Input> = fc.oneof(
  answer,
  callback,
  evidence,
  fc.record({ kind: fc.constant('sending' as const), fence: fc.constantFrom(0, 1, 2), after: fc.constantFrom(null, '401', '4002') }),
  fc.record({
    kind: fc.constant('not_sent' as const),
    fence: fc.constantFrom(0, 1, 2),
    code: fc.constant('not_sent' as const),
    reason: fc.constant('no token'),
  }),
  fc.record({ kind: fc.constantFrom('lapsed' as const, 'checks_stopped' as const), fence: fc.constantFrom(0, 1, 2) }),
  fc.record({ kind: fc.constantFrom('restored' as const, 'reference_attempt' as const, 'reference_returned' as const) }),
  fc.record({
    kind: fc.constant('reference' as const),
    reference: fc.constant(REFERENCE),
    answer: fc.constantFrom(ABSENT, detailsOf()),
    named: fc.record({ by: fc.constant('payer'), isMerchant: fc.boolean() }),
    partnerMsisdn: fc.constant(PARTNER),
  }),
  fc.record({
    kind: fc.constant('resolution' as const),
    resolution: fc.constantFrom('received', 'not_received', 'closed'),
    reason: fc.constant('seen'),
    by: fc.constant('Hanta'),
  }),
);

const anyState: fc.Arbitrary<State> = fc
  .record({
    status: fc.constantFrom(...PAYMENT_STATUSES),
    own: fc.constantFrom(null, 'sc-1'),
    resolution: fc.constantFrom(null, 'received', 'not_received', 'closed'),
    differences: fc.constantFrom(null, 'amount', 'objectReference', 'transactionStatus'),
    isUnverified: fc.boolean(),
    waiting: fc.constantFrom(null, NOW - 11 * 60_000),
    isLeased: fc.boolean(),
    callbacks: fc.array(
      fc.record({
        server_correlation_id: fc.constantFrom('', 'sc-1', 'sc-2'),
        transaction_reference: fc.constantFrom('', REFERENCE),
        rejected: fc.constantFrom(0, 1),
        received_at: fc.constantFrom(NOW, NOW - 11 * 60_000),
      }),
      { maxLength: 3 },
    ),
    isOpenedHere: fc.boolean(),
    isTaken: fc.boolean(),
  })
  .map(({ status, own, resolution, differences, isUnverified, waiting, isLeased, callbacks, isOpenedHere, isTaken }) => {
    const isSent = status === 'pending' || status === 'completed' || status === 'failed';
    const lease = isLeased ? { lease_owner: 'one', lease_until: NOW + 12_000, next_check_at: NOW + 12_000 } : {};
    const other = { id: 'pay_2', order_reference: 'ORDER-2' } as NonNullable<State['boundTo']>;
    return stateOf(
      {
        status,
        server_correlation_id: status === 'pending' ? 'sc-1' : isSent ? own : null,
        correlation_source: 'initiation',
        resolution,
        differences,
        verified: status === 'completed' ? (isUnverified ? 0 : 1) : null,
        transaction_id: status === 'completed' ? REFERENCE : null,
        details_unavailable_since: waiting,
        ...lease,
      },
      {
        callbacks: callbacks.map((values) => callbackRow(values)),
        isOpenedHere,
        reviewReasons: ['details_mismatch'],
        takenBy: isTaken ? new Map([[REFERENCE, other]]) : new Map(),
      },
    );
  });

const decideOn = (state: State, input: Input): Decision => decide(state, input as never, MOMENT);

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
        if (input.kind === 'evidence') expect(input.status?.answer).toMatchObject({ kind: 'state' });
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
        expect(after(state, { changes, outcome: null }).payment.differences).not.toBeNull();
      }),
      RUNS,
    );
  });

  /** The states after two inputs, in either order. */
  function inBothOrders(state: State, one: Input, other: Input): State[] {
    return [
      [one, other],
      [other, one],
    ].map((inputs) => inputs.reduce((now, input) => after(now, decideOn(now, input)), state));
  }

  it('leaves a check due after a callback and any answer, in either order', () => {
    fc.assert(
      fc.property(answer, callback, (given, arrived) => {
        if (arrived.note.serverCorrelationId === '') return;
        for (const { payment } of inBothOrders(stateOf({ status: 'sending' }), given, arrived)) {
          expect(payment.status).toBe(given.answer.kind === 'accepted' ? 'pending' : payment.status);
          expect(payment.next_check_at).not.toBeNull();
        }
      }),
      RUNS,
    );
  });

  it('leaves a check due after a callback and a lapsed lease, in either order', () => {
    const lapsed = { kind: 'lapsed', fence: 1 } as const;
    const arrived = { kind: 'callback', note: { serverCorrelationId: 'sc-1', status: 'completed' } } as const;
    for (const { payment } of inBothOrders(stateOf({ status: 'sending' }), lapsed, arrived)) {
      expect(payment).toMatchObject({ status: 'unresolved', next_check_at: NOW });
    }
  });

  it('ends in statuses that both orders allow, after any two inputs', () => {
    fc.assert(
      fc.property(anyState, anyInput, anyInput, (state, one, other) => {
        const [first, second] = inBothOrders(state, one, other).map(({ payment }) => payment.status);
        const isFinal = (status: string | undefined) => status === 'completed' || status === 'failed';
        // A failure may become a completion; a completion stays in both orders.
        if (isFinal(first) && isFinal(second) && first !== second) expect([first, second].sort()).toEqual(['completed', 'failed']);
      }),
      RUNS,
    );
  });
});
