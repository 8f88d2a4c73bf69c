import type { OrderReference } from '@tsena/shared/checkout';
import type { Refund } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import {
  ABSENT,
  callbackRow,
  detailsOf,
  MOMENT,
  NOW,
  PARTNER,
  paymentRow,
  REFERENCE,
  REFUSED,
  stateOf,
} from '../../../test/support/paymentState.ts';
import { decide } from './decide.ts';
import type { State } from './decision.ts';
import type { ReferenceOutcome } from './decisions/reference.ts';
import type { DetailsOutcome, InitiationOutcome, RepeatedAfter, Unavailable } from './operatorAnswers.ts';
import type { StoredCallback } from './payment.ts';
import { reviewReasons } from './reviewReasons.ts';
import { POLLED_FOR_MS } from './statusCheckSchedule.ts';

const LEASED = { lease_owner: 'one', lease_until: NOW + 12_000, next_check_at: NOW + 12_000 };

describe('an initiation that is about to be sent', () => {
  const send = (state: State, after: RepeatedAfter | null = null) =>
    decide(state, { kind: 'sending', fence: 1, after }, MOMENT);
  const set = { sent_at: NOW, lease_until: NOW + 12_000, next_check_at: NOW + 12_000 };
  const ids = { correlationId: 'our-correlation-id', reference: 'our-reference' };

  it.each([
    ['is written as sending', 'created', null, { to: 'sending', set, event: { kind: 'sending', data: ids } }],
    [
      'for the second time is written again',
      'sending',
      '4002',
      { set, event: { kind: 'sending', data: { ...ids, after: '4002' } } },
    ],
  ] as const)('%s, with a lease from now on', (_what, status, after, change) => {
    expect(send(stateOf({ status }), after)).toEqual({ changes: [change], outcome: true });
  });

  it.each([
    ['it is being sent', null, { status: 'sending' }, {}],
    ['it has failed', null, { status: 'failed' }, {}],
    ['it is unresolved since', '401', { status: 'unresolved' }, {}],
    ['another payment of the order followed', '4002', { status: 'sending', superseded: 1 }, {}],
    ['another payment of the order followed during a pause', '429', { status: 'sending', superseded: 1 }, {}],
    [
      'another payment of the order is reported as completed',
      '401',
      { status: 'sending' },
      { reports: [callbackRow()] },
    ],
    [
      'a callback came: the refused request created something',
      '401',
      { status: 'sending' },
      { callbacks: [callbackRow()] },
    ],
  ] as const)('is not sent if %s', (_why, after, values, more) => {
    expect(send(stateOf(values, more), after)).toEqual({ changes: [], outcome: false });
  });

  it.each([
    ['became the current one of the order', { superseded: 1 }, {}],
    ['was reported as completed', {}, { reports: [callbackRow()] }],
  ] as const)('fails unsent if another payment %s while it waited', (_what, values, more) => {
    expect(send(stateOf({ status: 'created', ...values }, more))).toMatchObject({
      changes: [{ to: 'failed', set: { sent_at: null, failure_code: 'not_sent' }, webhook: 'payment.failed' }],
      outcome: false,
    });
  });

  it('is sent although another payment was reported as completed ten minutes ago, and the operator does not confirm it', () => {
    const reports = [callbackRow({ received_at: NOW - 10 * 60_000 - 1 })];
    const isSentOnceChecked = (last_checked_at: number | null) =>
      send(stateOf({ status: 'created', last_checked_at }, { reports })).outcome;
    expect([isSentOnceChecked(NOW), isSentOnceChecked(null)]).toEqual([true, false]);
  });

  it.each([
    ['created', true],
    ['sending', true],
    ['unresolved', false],
    ['pending', false],
  ] as const)('and is not sent, fails if it is %s: %s', (status, hasFailed) => {
    const input = { kind: 'not_sent', fence: 1, code: 'operator_busy', reason: '429' } as const;
    const failed = {
      to: 'failed',
      set: {
        lease_owner: null,
        lease_until: null,
        next_check_at: null,
        failure_code: 'operator_busy',
        sent_at: null,
        final_at: NOW,
      },
      event: { kind: 'not_sent', data: { code: 'operator_busy', reason: '429' } },
      webhook: 'payment.failed',
    };
    expect(decide(stateOf({ status }), input, MOMENT)).toEqual({
      changes: hasFailed ? [failed] : [],
      outcome: hasFailed,
    });
  });
});

describe('the operator’s answer to an initiation', () => {
  const NAMED = { serverCorrelationId: 'sc-7', notificationMethod: 'callback' } as const;
  const ACCEPTED = { kind: 'accepted', ...NAMED } as const;
  const NOT_SENT = { kind: 'not_sent', code: 'operator_unreachable', reason: 'ECONNREFUSED' } as const;
  const LOST = { kind: 'unknown', reason: 'no_answer: timeout' } as const;
  const FREE = { lease_owner: null, lease_until: null };
  const answered = (answer: InitiationOutcome, values: Parameters<typeof stateOf>[0] = {}, more: Partial<State> = {}) =>
    decide(stateOf({ status: 'sending', ...values }, more), { kind: 'answer', answer, firstCheckMs: 2000 }, MOMENT)
      .changes;

  const accepted = {
    server_correlation_id: 'sc-7',
    correlation_source: 'initiation',
    notification_method: 'callback',
    next_check_at: NOW + 2000,
    details_unavailable_since: null,
  };
  const { errorDateTime, reason, code } = REFUSED;
  const failed = {
    failure_code: code,
    failure_reason: reason,
    failure_operator_time: errorDateTime,
    final_at: NOW,
    next_check_at: null,
  };
  const unknown = { kind: 'outcome_unknown', data: { reason: 'no_answer: timeout' } };
  it.each<readonly [string, InitiationOutcome, string, object, object, string | undefined]>([
    [
      'accepted makes it pending, to be checked soon',
      ACCEPTED,
      'pending',
      accepted,
      { kind: 'accepted', data: NAMED },
      undefined,
    ],
    [
      'refused makes it failed',
      REFUSED,
      'failed',
      failed,
      { kind: 'refused', data: { code, reason, errorDateTime } },
      'payment.failed',
    ],
    [
      'that was lost makes it unresolved, without a check',
      LOST,
      'unresolved',
      { next_check_at: null },
      unknown,
      'payment.unresolved',
    ],
  ])('%s', (_what, answer, to, set, event, webhook) => {
    expect(answered(answer)).toEqual([{ to, set: { ...FREE, ...set }, event, webhook }]);
  });

  it('accepted keeps what was reported as paid only if a callback has named this transaction', () => {
    const set = (server_correlation_id: string) => {
      const callbacks = [callbackRow({ server_correlation_id, status: 'pending' })];
      return answered(ACCEPTED, { status: 'unresolved', details_unavailable_since: NOW }, { callbacks })[0]?.set;
    };
    expect(set('SC-7')).not.toHaveProperty('details_unavailable_since');
    expect(set('sc-8')).toMatchObject({ details_unavailable_since: null });
  });

  it('that it never got makes it failed as not sent', () => {
    expect(answered(NOT_SENT)).toMatchObject([
      {
        to: 'failed',
        set: { ...FREE, failure_code: 'operator_unreachable', sent_at: null },
        event: { kind: 'not_sent' },
      },
    ]);
  });

  const CONTRADICTED = 'a callback came, and the operator had refused the request: ';
  it.each([
    ['accepted', ACCEPTED, 'pending', {}],
    ['refused', REFUSED, 'unresolved', { data: { reason: `${CONTRADICTED}402 insufficientFunds` } }],
    ['that it never got', NOT_SENT, 'unresolved', { data: { reason: `${CONTRADICTED}ECONNREFUSED` } }],
    ['that was lost', LOST, 'unresolved', { data: { reason: 'no_answer: timeout' } }],
  ] as const)('%s makes a check due at once if a callback has named a transaction', (_what, answer, to, event) => {
    expect(answered(answer, {}, { callbacks: [callbackRow()] })).toMatchObject([
      { to, set: { next_check_at: NOW }, event },
    ]);
  });

  it('refused contradicts a callback without a transaction, and no rejected one', () => {
    const callback = callbackRow({ server_correlation_id: '' });
    expect(answered(REFUSED, {}, { callbacks: [callback] })).toMatchObject([
      { to: 'unresolved', set: { next_check_at: null } },
    ]);
    expect(answered(REFUSED, {}, { callbacks: [{ ...callback, rejected: 1 }] })).toMatchObject([{ to: 'failed' }]);
  });

  it.each([
    ['refused', REFUSED, { failure_code: 'insufficient_funds' }],
    ['that it never got', NOT_SENT, { failure_code: 'operator_unreachable', sent_at: null }],
  ] as const)(
    '%s needs review instead of a payment.failed if the merchant recorded it as received',
    (_what, answer, set) => {
      const changes = answered(answer, { status: 'unresolved', resolution: 'received' });
      expect(changes).toMatchObject([
        { to: 'failed', set: { ...FREE, ...set }, event: { kind: 'failed_though_received' } },
        { set: { differences: 'transactionStatus' }, event: { kind: 'details_mismatch' } },
      ]);
      expect(changes.map(({ webhook }) => webhook)).toEqual([undefined, 'payment.review_required']);
    },
  );

  it('with the id of another payment does not say which one was accepted', () => {
    const boundTo = { id: 'pay_2', order_reference: 'ORDER-2' } as NonNullable<State['boundTo']>;
    expect(answered(ACCEPTED, {}, { boundTo })).toMatchObject([
      { to: 'unresolved', event: { data: { reason: 'the serverCorrelationId belongs to another payment' } } },
    ]);
  });

  describe('accepted, for a payment that failed by another transaction,', () => {
    const late = (
      differences: string | null,
      callback: Partial<StoredCallback>,
      resolution: 'not_received' | null = null,
    ) =>
      answered(
        ACCEPTED,
        { status: 'failed', server_correlation_id: null, differences, resolution },
        { callbacks: [callbackRow(callback)] },
      );
    const followed = { server_correlation_id: 'sc-7', correlation_source: 'initiation', next_check_at: NOW + 2000 };

    it('blocks its order, and is followed', () => {
      expect(late(null, { server_correlation_id: 'sc-8', status: 'failed' })).toMatchObject([
        {
          set: { ...followed, differences: 'transactionStatus' },
          event: { kind: 'details_mismatch' },
          webhook: 'payment.review_required',
        },
      ]);
    });

    it('is followed if it needed review before, and the order waits again', () => {
      expect(late('amount', { server_correlation_id: 'sc-8' }, 'not_received')).toMatchObject([
        { set: { ...followed, resolution: null }, event: { kind: 'accepted' } },
      ]);
    });

    it('changes nothing if it is the one that failed', () => {
      expect(late(null, { server_correlation_id: 'SC-7', status: 'failed' })).toEqual([]);
      expect(late(null, { server_correlation_id: 'SC-7', status: 'pending' })).toHaveLength(1);
    });
  });

  it.each([
    ['unresolved', ['pending', 'failed', 'failed', undefined]],
    ['pending', [undefined, undefined, undefined, undefined]],
    ['completed', [undefined, undefined, undefined, undefined]],
    ['failed', [undefined, undefined, undefined, undefined]],
  ] as const)('counts under any lease for a payment that is %s by now: %j', (status, statuses) => {
    const answers = [ACCEPTED, REFUSED, NOT_SENT, LOST];
    expect(answers.map((answer) => answered(answer, { status, fence: 9 })[0]?.to)).toEqual(statuses);
  });
});

describe('a callback', () => {
  const receive = (values: Parameters<typeof stateOf>[0], callbacks: State['callbacks'] = []) =>
    decide(
      stateOf({ server_correlation_id: 'sc-1', ...values }, { callbacks }),
      { kind: 'callback', note: { serverCorrelationId: 'sc-1', transactionReference: REFERENCE, status: 'completed' } },
      MOMENT,
    );
  const stored = callbackRow({ transaction_reference: REFERENCE });

  it('is stored, makes a status check due, and changes no status', () => {
    expect(receive({})).toEqual({
      changes: [{ set: { next_check_at: NOW }, event: { kind: 'callback', data: { status: 'completed' } } }],
      callback: { stored, isNew: true },
      outcome: null,
    });
  });

  it('that repeats is counted and checked again, even if it was rejected, and writes no event', () => {
    expect(receive({}, [{ ...stored, rejected: 1 }])).toEqual({
      changes: [],
      set: { next_check_at: NOW },
      callback: { stored: { ...stored, count: 2, rejected: 0 }, isNew: false },
      outcome: null,
    });
  });

  it('that repeats all the time is checked once in five minutes', () => {
    expect(receive({ last_checked_at: NOW - 1000 }, [stored]).set).toEqual({ next_check_at: NOW + 299_000 });
  });

  it('that repeats for the eleventh time costs nothing', () => {
    expect(receive({}, [{ ...stored, count: 9, rejected: 1 }]).callback?.stored).toMatchObject({
      count: 10,
      rejected: 0,
    });
    expect(receive({}, [{ ...stored, count: 10, rejected: 1 }])).toEqual({ changes: [], outcome: null });
  });

  it('that repeats during a check makes it ask again: the operator may have corrected itself since it was asked', () => {
    const checked = { lease_until: NOW + 5000, next_check_at: NOW + 5000 };
    expect(receive(checked, [stored]).set).toEqual({ next_check_at: NOW });
    expect(receive(checked, [{ ...stored, rejected: 1 }]).set).toEqual({ next_check_at: NOW });
  });

  const others = Array.from({ length: 10 }, (_, index) => callbackRow({ server_correlation_id: `x-${index}` }));

  it('is not stored after ten different ones, and costs nothing; a repetition of one of them still counts', () => {
    const own = Array.from({ length: 10 }, (_, index) => callbackRow({ transaction_reference: `R${index}` }));
    expect(receive({}, own)).toEqual({ changes: [], outcome: null });
    expect(receive({}, own.with(9, stored)).callback).toEqual({ stored: { ...stored, count: 2 }, isNew: false });
    expect(receive({ server_correlation_id: null }, others)).toEqual({ changes: [], outcome: null });
  });

  it('about the payment’s own serverCorrelationId is stored, however many others came before it', () => {
    expect(receive({}, others).callback).toEqual({ stored, isNew: true });
  });
});

describe('the end of the schedule of status checks', () => {
  const stop = (state: State) => decide(state, { kind: 'checks_stopped', fence: 1 }, MOMENT);
  const ended = { lease_owner: null, lease_until: null, next_check_at: null, last_checked_at: NOW };
  const completed = { kind: 'completed', data: '{}' } as const;

  it.each([
    ['pending', {}, 'polling_stopped'],
    ['completed', { verified: 0 }, 'verification_stopped'],
  ] as const)('sends a %s payment to review once', (status, values, kind) => {
    const state = stateOf({ status, ...values, ...LEASED }, { history: [completed] });
    expect(stop(state)).toEqual({
      changes: [{ set: ended, event: { kind, data: {} }, webhook: 'payment.review_required' }],
      outcome: { kind: 'stopped' },
    });
    const again = { ...state, history: [completed, { kind, data: '{}' }] };
    expect(stop(again)).toEqual({ changes: [], set: ended, outcome: { kind: 'stopped' } });
  });

  it.each([
    ['a pending payment that is resolved', { status: 'pending', resolution: 'received' }, []],
    [
      'a completed payment that was resolved since',
      { status: 'completed', verified: 0 },
      [completed, { kind: 'resolved', data: '{}' }],
    ],
    [
      'a completed payment whose details differ, so it is in review,',
      { status: 'completed', verified: 0, differences: 'amount' },
      [completed],
    ],
  ] as const)('ends the checks of %s without an event', (_what, values, history) => {
    expect(stop(stateOf({ ...values, ...LEASED }, { history }))).toEqual({
      changes: [],
      set: ended,
      outcome: { kind: 'stopped' },
    });
  });

  it.each(['pending', 'unresolved'] as const)(
    'sends a %s payment to review, once, if a callback said completed after it was not received',
    (status) => {
      const resolved = { resolution: 'not_received', resolution_at: NOW - 2 * POLLED_FOR_MS } as const;
      const callbacks = [callbackRow({ status: 'completed', received_at: NOW - POLLED_FOR_MS })];
      const history = [{ kind: 'resolved', data: '{}' }] as const;
      const state = stateOf({ status, ...resolved, ...LEASED }, { callbacks, history });
      const event = { kind: 'details_mismatch', data: { fields: 'details' } } as const;
      const set = { ...ended, differences: 'details' };
      expect(stop(state)).toEqual({
        changes: [{ set, event, webhook: 'payment.review_required' }],
        outcome: { kind: 'stopped' },
      });
      const reviewed = [...history, { kind: 'details_mismatch', data: '{"fields":"details"}' }] as const;
      expect(reviewReasons({ ...state.payment, ...set }, reviewed, [])).toContain('details_mismatch');
      expect(stop({ ...state, history: reviewed }).changes).toEqual([]);
      const before = [callbackRow({ status: 'completed', received_at: NOW - 3 * POLLED_FOR_MS })];
      expect(stop({ ...state, callbacks: before }).changes).toEqual([]);
    },
  );

  it.each([
    ['a check was asked for meanwhile', { status: 'pending', ...LEASED, next_check_at: NOW }],
    ['the payment has failed', { status: 'failed', ...LEASED }],
    ['the payment is verified', { status: 'completed', verified: 1, ...LEASED }],
  ] as const)('changes nothing if %s', (_why, values) => {
    expect(stop(stateOf(values))).toEqual({ changes: [], outcome: { kind: 'done' } });
  });

  it('begins the schedule again if a callback came less than three days ago', () => {
    const callbacks = [callbackRow({ received_at: NOW - 60_000 })];
    const outcome = { kind: 'again', sinceMs: 60_000, retryAfterMs: null };
    expect(stop(stateOf({ status: 'pending', ...LEASED }, { callbacks }))).toEqual({ changes: [], outcome });
  });
});

describe('a submitted reference', () => {
  const attempt = (values: Parameters<typeof stateOf>[0], moment = MOMENT) =>
    decide(stateOf(values), { kind: 'reference_attempt', cooldownMs: 180_000 }, moment);

  it('is counted before the operator is asked', () => {
    expect(attempt({ status: 'unresolved', reference_attempts: 2, reference_attempts_given_back: 1 })).toEqual({
      changes: [{ set: { reference_attempts: 3 }, event: { kind: 'reference_submitted', data: { attempt: 4 } } }],
      outcome: null,
    });
  });

  it.each([
    ['unresolved', null, 4, null],
    ['unresolved', null, 5, 'reference_attempts_exhausted'],
    ['pending', 'objectReference', 0, null],
    ['pending', null, 0, 'reference_not_accepted'],
    ['pending', 'amount', 0, 'reference_not_accepted'],
    ['failed', null, 0, 'reference_not_accepted'],
    ['completed', null, 0, 'reference_not_accepted'],
  ] as const)(
    'of a payment that is %s with the difference %s, after %i attempts: %s',
    (status, differences, reference_attempts, refusal) => {
      expect(attempt({ status, differences, reference_attempts }).outcome).toBe(refusal);
    },
  );

  it.each([
    ['until the cool-down has passed', NOW - 179_999, Number.POSITIVE_INFINITY, 'reference_not_accepted'],
    ['once it has passed', NOW - 180_000, Number.POSITIVE_INFINITY, null],
    // Nobody knows how much time has passed.
    ['right after a step of the clock', NOW - 180_000, 179_999, 'reference_not_accepted'],
  ])('of a pending payment that was sent %s', (_when, sent_at, steadyForMs, refusal) => {
    expect(attempt({ status: 'pending', sent_at }, { now: NOW, steadyForMs }).outcome).toBe(refusal);
  });

  it.each([
    [1, 0, { reference_attempts: 0, reference_attempts_given_back: 1 }],
    [5, 2, { reference_attempts: 4, reference_attempts_given_back: 3 }],
    [5, 3, undefined],
    [0, 0, undefined],
  ])('without an answer is given back three times: %i counted, %i given back', (counted, givenBack, set) => {
    const state = stateOf({
      status: 'unresolved',
      reference_attempts: counted,
      reference_attempts_given_back: givenBack,
    });
    expect(decide(state, { kind: 'reference_returned' }, MOMENT).set).toEqual(set);
  });
});

describe('the operator’s details of a named transaction', () => {
  const OTHER = { id: 'pay_2', order_reference: 'ORDER-2' as OrderReference } as NonNullable<State['boundTo']>;
  const name = (
    answer: Exclude<DetailsOutcome, Unavailable>,
    values: Parameters<typeof stateOf>[0] = {},
    { isMerchant = false, ...more }: Partial<State> & { readonly isMerchant?: boolean } = {},
  ) => {
    const input = {
      kind: 'reference',
      reference: REFERENCE,
      answer,
      named: { by: 'payer', isMerchant },
      partnerMsisdn: PARTNER,
    } as const;
    return decide(stateOf({ status: 'unresolved', ...values }, more), input, MOMENT);
  };

  it('complete a payment with all that they say, and plan one more check', () => {
    expect(name(detailsOf())).toMatchObject({
      changes: [
        {
          to: 'completed',
          set: { next_check_at: NOW, transaction_created_at: NOW, transaction_proven: 0, verified: 1 },
          event: { kind: 'completed', data: { transactionId: REFERENCE, verified: true, by: 'payer' } },
        },
      ],
      outcome: 'completed',
    });
  });

  it('that name the payment’s X-CorrelationID show that it is its own, whatever their time', () => {
    const metadata = [{ key: 'XCorrelationId', value: 'our-correlation-id' }];
    for (const creationDate of ['2026-11-20T12:00:00Z', '2026-11-20T15:00:00Z']) {
      expect(name(detailsOf({ metadata, creationDate })).changes).toMatchObject([
        { to: 'completed', set: { transaction_proven: 1 } },
      ]);
    }
  });

  it.each<readonly [string, Exclude<DetailsOutcome, Unavailable>, ReferenceOutcome]>([
    ['are absent', ABSENT, { kind: 'absent' }],
    [
      'differ',
      detailsOf({ amount: '1.00', currency: 'EUR' }),
      { kind: 'differs', fields: ['amount', 'currency'], amount: '1.00' },
    ],
    ['lack a party', detailsOf({ debitParty: [] }), { kind: 'inconclusive' }],
    ['are not completed', detailsOf({ transactionStatus: 'pending' }), { kind: 'inconclusive' }],
    ['are of another day', detailsOf({ creationDate: '2026-11-19T12:00:00Z' }), { kind: 'time' }],
    ['have no date', detailsOf({ creationDate: undefined }), { kind: 'time' }],
  ])('complete nothing if they %s', (_what, answer, outcome) => {
    expect(name(answer)).toEqual({ changes: [], outcome });
  });

  it('complete nothing if the transaction has paid another order, and name that one', () => {
    const takenBy = new Map([[REFERENCE, OTHER]]);
    expect(name(detailsOf(), {}, { takenBy })).toEqual({ changes: [], outcome: { kind: 'used', order: 'ORDER-2' } });
  });

  it.each([
    ['unresolved', 'completed', 'completed'],
    ['pending', 'completed', 'completed'],
    ['failed', 'reference_not_accepted', 'completed'],
    ['created', 'reference_not_accepted', 'reference_not_accepted'],
    ['sending', 'reference_not_accepted', 'reference_not_accepted'],
    ['completed', 'completed', 'completed'],
  ] as const)(
    'of a payment that is %s: the payer’s has the result %s, the merchant’s %s',
    (status, payers, merchants) => {
      expect(name(detailsOf(), { status }).outcome).toBe(payers);
      expect(name(detailsOf(), { status }, { isMerchant: true }).outcome).toBe(merchants);
    },
  );
});

describe('a second paid payment of an order', () => {
  const first = paymentRow({ id: 'pay_0' as State['payment']['id'], status: 'completed' });
  it.each([
    ['received', 'completed', null, null, true],
    ['received', 'failed', 'received', null, true],
    ['received', 'failed', null, null, false],
    ['received', 'completed', null, 'received', false],
    ['not_received', 'completed', null, null, false],
  ] as const)(
    'recorded as %s beside one that is %s (%s), after %s, is reported: %s',
    (resolution, status, ofFirst, before, isReported) => {
      const state = stateOf({ status: 'pending', resolution: before });
      const attempts = [state.payment, { ...first, status, resolution: ofFirst }];
      const { changes } = decide(
        { ...state, attempts },
        { kind: 'resolution', resolution, reason: 'seen', by: 'Hanta' },
        MOMENT,
      );
      expect(changes.map(({ event }) => event.kind)).toEqual(
        isReported ? ['resolved', 'order_overpaid'] : ['resolved'],
      );
    },
  );
});

describe('a resolution', () => {
  const resolve = (
    values: Parameters<typeof stateOf>[0],
    resolution: 'received' | 'not_received' | 'closed',
    needsReview = true,
  ) =>
    decide(
      stateOf({ ...values, review_reasons: needsReview ? 'unresolved' : null }),
      { kind: 'resolution', resolution, reason: 'seen', by: 'Hanta' },
      MOMENT,
    );

  it.each([
    ['received', { status: 'unresolved' }, true],
    ['not_received', { status: 'pending' }, true],
    ['not_received', { status: 'failed' }, false],
    ['not_received', { status: 'failed', resolution: 'received' }, true],
    ['not_received', { status: 'failed', differences: 'amount' }, true],
    ['not_received', { status: 'completed', differences: 'amount' }, false],
    ['not_received', { status: 'unresolved', amount_refunded: 1, resolution: 'received' }, false],
    ['received', { status: 'completed' }, false],
    ['closed', { status: 'failed' }, true],
    ['closed', { status: 'completed' }, true],
    ['closed', { status: 'pending' }, false],
  ] as const)('%s of %j: %s', (resolution, values, isRecorded) => {
    expect(resolve(values, resolution).outcome).toBe(isRecorded);
  });

  it('closes only what needs review, and leaves received as it is', () => {
    expect(resolve({ status: 'failed' }, 'closed', false)).toEqual({ changes: [], outcome: false });
    expect(resolve({ status: 'failed', resolution: 'received' }, 'closed').changes[0]?.set).toEqual({});
  });
});

describe('a refund', () => {
  const record = (values: Parameters<typeof stateOf>[0], amount: number, more: object = {}) =>
    decide(
      stateOf(values),
      {
        kind: 'refund',
        refund: { id: 'ref_1', status: 'recorded' } as Refund,
        amount,
        reason: 'returned',
        by: 'Hanta',
        ...more,
      },
      MOMENT,
    );
  const MINUTE = 60_000;

  it.each([
    ['of all that was paid', { status: 'completed' }, 25_000, {}, null],
    ['of what the merchant recorded as received', { status: 'failed', resolution: 'received' }, 1, {}, null],
    [
      'of more than is left',
      { status: 'completed', amount_refunded: 20_000 },
      5001,
      {},
      { kind: 'exceeds', remaining: 5000 },
    ],
    ['of a payment that is not paid', { status: 'pending' }, 1, {}, { kind: 'not_possible' }],
    ['in the future', { status: 'completed' }, 1, { refundedAt: NOW + 5 * MINUTE + 1 }, { kind: 'in_future' }],
    [
      'before its payment',
      { status: 'completed' },
      1,
      { refundedAt: NOW - 5 * MINUTE - 1 },
      { kind: 'before_payment' },
    ],
    ['by a clock that is five minutes off', { status: 'completed' }, 1, { refundedAt: NOW - 5 * MINUTE }, null],
  ] as const)('%s', (_what, values, amount, more, refusal) => {
    const { outcome, changes } = record(values, amount, more);
    expect(outcome).toEqual(refusal);
    expect(changes).toHaveLength(refusal === null ? 1 : 0);
  });

  it('changes the sum of the payment', () => {
    expect(record({ status: 'completed', amount_refunded: 1000 }, 500).changes[0]).toMatchObject({
      set: { amount_refunded: 1500 },
      event: { kind: 'refunded', data: { refund: 'ref_1', amount: 500, reason: 'returned', by: 'Hanta' } },
      webhook: 'payment.refunded',
    });
  });
});

describe('a payment that was not sent', () => {
  const FAILED = ['failed not_sent payment.failed'];
  const UNRESOLVED = ['unresolved outcome_unknown payment.unresolved'];
  it.each([
    ['created', 0, false, FAILED],
    ['created', 119_999, false, FAILED],
    ['created', 120_000, false, UNRESOLVED],
    // Opened at a time to come: how long ago is unknown.
    ['created', -1, false, UNRESOLVED],
    ['created', 0, true, UNRESOLVED],
    ['sending', 0, false, UNRESOLVED],
    ['pending', 0, false, []],
  ] as const)(
    'when its process ended in %s, opened %i ms ago, by a database that may lack it: %s',
    (status, ageMs, mayLackSending, expected) => {
      const state = stateOf({ status, created_at: NOW - ageMs, sent_at: null });
      const { changes } = decide(state, { kind: 'lapsed', fence: 1, mayLackSending }, MOMENT);
      expect(changes.map(({ to, event, webhook }) => [to, event.kind, webhook ?? ''].join(' ').trim())).toEqual(
        expected,
      );
    },
  );

  it.each([
    [120_000, FAILED],
    [119_999, UNRESOLVED],
  ])('when its process ended in created, %i ms after a step of the clock', (steadyForMs, expected) => {
    const input = { kind: 'lapsed', fence: 1, mayLackSending: false } as const;
    const { changes } = decide(stateOf({ status: 'created', sent_at: null }), input, { now: NOW, steadyForMs });
    expect(changes.map(({ to, event, webhook }) => [to, event.kind, webhook ?? ''].join(' ').trim())).toEqual(expected);
  });

  it('may have been sent if a callback has come', () => {
    const state = stateOf({ status: 'created', sent_at: null }, { callbacks: [callbackRow()] });
    expect(decide(state, { kind: 'lapsed', fence: 1, mayLackSending: false }, MOMENT).changes).toMatchObject([
      { to: 'unresolved', set: { next_check_at: NOW } },
    ]);
  });

  it.each([
    ['if the database may lack that', null, true],
    ['after `tsena restore`', NOW - 5000, false],
  ])('counts as sent when it was opened, %s', (_when, sent_at, mayLackSending) => {
    const state = stateOf({ status: 'created', sent_at, created_at: NOW - 5000, lease_owner: 'one' });
    expect(decide(state, { kind: 'lapsed', fence: 1, mayLackSending }, MOMENT).changes).toMatchObject([
      { to: 'unresolved', set: { sent_at: NOW - 5000, lease_owner: null, lease_until: null } },
    ]);
  });

  it.each([
    ['at once if a callback has named a transaction', 'sc-1', NOW],
    ['not if a callback has named none', '', null],
  ])('when its process ended in sending, is checked again %s', (_when, server_correlation_id, next_check_at) => {
    const state = stateOf({ status: 'sending' }, { callbacks: [callbackRow({ server_correlation_id })] });
    expect(decide(state, { kind: 'lapsed', fence: 1, mayLackSending: false }, MOMENT).changes).toMatchObject([
      { to: 'unresolved', set: { next_check_at } },
    ]);
  });
});
