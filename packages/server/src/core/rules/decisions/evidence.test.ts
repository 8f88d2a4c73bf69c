import { describe, expect, it } from 'vitest';
import {
  ABSENT,
  callbackRow,
  detailsOf,
  MOMENT,
  NOW,
  namedTransaction,
  ownTransaction,
  PARTNER,
  REFERENCE,
  stateOf,
  statusOf,
  unavailable,
} from '../../../../test/support/paymentState.ts';
import { decide } from '../decide.ts';
import type { State } from '../decision.ts';
import type { DetailsOutcome, StatusOutcome } from '../operatorAnswers.ts';
import type { TransactionEvidence } from './evidenceContext.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const COMPLETED = statusOf('completed', REFERENCE);
const FAILED = statusOf('failed', REFERENCE);
const OTHER = { id: 'pay_2', order_reference: 'ORDER-2' } as NonNullable<State['boundTo']>;
const TAKEN = { takenBy: new Map([[REFERENCE, OTHER]]) };
const TAKEN_IN_OTHER_SPELLING = { takenBy: new Map([[REFERENCE, { ...OTHER, isOtherSpelling: true as const }]]) };
const INCONCLUSIVE = detailsOf({ amount: undefined });
const SUCCESS = [{ key: 'originalTransactionResult', value: '0' }];
const RESULT = {
  transactionStatus: 'failed',
  metadata: [{ key: 'originalTransactionResultDesc', value: 'Insufficient balance' }],
};

type Values = Parameters<typeof stateOf>[0];

/** What a check of a payment decides that was opened an hour ago, sent a minute ago and changed ten minutes ago. */
function check(
  values: Values,
  answer: StatusOutcome | null,
  transactions: readonly TransactionEvidence[] = [],
  more: Partial<State> = {},
  moment = MOMENT,
) {
  const ages = { created_at: NOW - HOUR, sent_at: NOW - MINUTE, updated_at: NOW - 10 * MINUTE };
  const state = stateOf({ server_correlation_id: 'sc-1', correlation_source: 'initiation', ...ages, ...values }, more);
  const status = answer === null ? null : { serverCorrelationId: 'SC-1', isNamedByCallback: false, answer };
  return decide(state, { kind: 'evidence', fence: 1, status, transactions, partnerMsisdn: PARTNER }, moment);
}

const done = { kind: 'done' };
const stopped = { kind: 'stopped' };
const again = (sinceMs: number, retryAfterMs: number | null = null) => ({ kind: 'again', sinceMs, retryAfterMs });
const review = (fields: string, set = {}) => ({
  set: { differences: fields, ...set },
  event: { kind: 'details_mismatch', data: { fields } },
  webhook: 'payment.review_required',
});
const reviewOf = (fields: string, set = {}) => ({
  ...review(fields, set),
  event: { kind: 'details_mismatch', data: { fields, transactionReference: REFERENCE } },
});
const waits = (sinceMs: number, retryAfterMs: number | null = null) => ({
  changes: [],
  outcome: again(sinceMs, retryAfterMs),
});
const NO_RESOLUTION = { resolution: null, resolution_reason: null, resolution_by: null, resolution_at: null };

describe('a pending payment', () => {
  it.each([
    ['pending', statusOf('pending'), null],
    ['unreadable', unavailable(5000), 5000],
  ] as const)('whose status is %s is checked again by the time since it was sent', (_status, answer, retryAfterMs) => {
    expect(check({}, answer)).toEqual(waits(MINUTE, retryAfterMs));
    expect(check({ sent_at: null }, answer)).toEqual(waits(HOUR, retryAfterMs));
  });

  it.each([
    ['an unknown status', statusOf('unknown', null, 'e'.repeat(50)), 'unknown_status', { status: 'e'.repeat(40) }],
    ['an answer without a status', { ...unavailable(), isUnreadable: true }, 'status_unreadable', { reason: '503' }],
  ] as const)('has %s recorded once in its history', (_what, answer, kind, data) => {
    expect(check({}, answer)).toEqual({ changes: [{ event: { kind, data } }], outcome: again(MINUTE) });
    const other = { kind: 'callback', data: JSON.stringify(data) } as const;
    expect(check({}, answer, [], { history: [other, { kind, data: '{"status":"on hold"}' }] }).changes).toHaveLength(1);
    expect(check({}, answer, [], { history: [other, { kind, data: JSON.stringify(data) }] })).toEqual(waits(MINUTE));
  });

  it('is not decided by the status of another serverCorrelationId', () => {
    expect(check({ server_correlation_id: 'sc-2' }, COMPLETED, [ownTransaction(detailsOf())])).toEqual(waits(0));
  });

  it.each(['created', 'sending'] as const)('that is still %s is not decided by a status', (status) => {
    expect(check({ status }, COMPLETED, [ownTransaction(detailsOf())])).toEqual({ changes: [], outcome: stopped });
  });
});

describe('a payment that the operator reports as completed', () => {
  it('completes with the transaction, its fees and its time once the details match', () => {
    const details = detailsOf({
      fees: [{ feeAmount: '150' }, { feeAmount: '5.05' }],
      creationDate: '2026-11-20T12:00:07Z',
    });
    expect(
      check({ differences: 'amount', failure_code: 'payment_failed' }, COMPLETED, [ownTransaction(details)]),
    ).toEqual({
      changes: [
        {
          to: 'completed',
          set: {
            transaction_id: REFERENCE,
            transaction_fold: REFERENCE,
            fees: '155.05',
            details_unavailable_since: null,
            transaction_created_at: NOW + 7000,
            transaction_proven: 1,
            verified: 1,
            differences: null,
            failure_code: null,
            final_at: NOW,
          },
          event: { kind: 'completed', data: { transactionId: REFERENCE, verified: true } },
          webhook: 'payment.completed',
        },
      ],
      outcome: done,
    });
  });

  it.each([
    ['status', { transactionStatus: 'declined' }],
    ['result', { transactionStatus: undefined, metadata: [{ key: 'originalTransactionResult', value: '60019' }] }],
  ])(
    'needs review if its details have the %s of a failure, and does not complete by the status alone',
    (_what, details) => {
      expect(check({ details_unavailable_since: NOW - HOUR }, COMPLETED, [ownTransaction(detailsOf(details))])).toEqual(
        {
          changes: [review('transactionStatus')],
          outcome: again(MINUTE),
        },
      );
    },
  );

  it('needs review if the details differ, also after the resolutions not_received and closed', () => {
    const differs = ownTransaction(detailsOf({ amount: '24000.00', currency: 'EUR' }));
    const checked = (values: Values) => check(values, COMPLETED, [differs]);
    expect(checked({})).toEqual({ changes: [reviewOf('amount,currency')], outcome: again(MINUTE) });
    expect(checked({ differences: 'amount' }).changes).toEqual([reviewOf('amount,currency')]);
    expect(checked({ differences: 'amount,currency' })).toEqual(waits(MINUTE));
    expect(checked({ resolution: 'not_received' }).changes).toEqual([reviewOf('amount,currency', NO_RESOLUTION)]);
    expect(checked({ differences: 'amount', resolution: 'closed' }).changes).toEqual([
      reviewOf('amount,currency', NO_RESOLUTION),
    ]);
    expect(checked({ resolution: 'received' }).changes).toEqual([reviewOf('amount,currency')]);
  });

  it('needs review if its transaction has paid another payment', () => {
    expect(check({}, COMPLETED, [ownTransaction(detailsOf())], TAKEN)).toEqual({
      changes: [reviewOf('transactionReference')],
      outcome: again(MINUTE),
    });
  });

  it.each<readonly [string, DetailsOutcome, string, number | null]>([
    ['unavailable', unavailable(5000), '503', 5000],
    ['absent', ABSENT, '404', null],
    ['inconclusive', INCONCLUSIVE, 'the details lack the amount, the currency or a party', null],
  ])('waits from the first time that its details are %s', (_what, answer, reason, retryAfterMs) => {
    const transactions = [ownTransaction(answer)];
    expect(check({}, COMPLETED, transactions)).toEqual({
      changes: [{ set: { details_unavailable_since: NOW }, event: { kind: 'details_unavailable', data: { reason } } }],
      outcome: again(0, retryAfterMs),
    });
    expect(check({ details_unavailable_since: NOW - MINUTE }, COMPLETED, transactions)).toEqual(
      waits(MINUTE, retryAfterMs),
    );
    // The money may have come since.
    const [unread] = check({ resolution: 'not_received' }, COMPLETED, transactions).changes;
    expect(unread?.set).toEqual({ ...NO_RESOLUTION, details_unavailable_since: NOW });
    // Details that differed once must match.
    const differed = { details_unavailable_since: NOW - 3 * HOUR, differences: 'amount' };
    expect(check(differed, COMPLETED, transactions)).toEqual(waits(3 * HOUR, retryAfterMs));
  });

  describe('whose details stay unreadable', () => {
    const after = (waitedMs: number, values: Values = {}, more: Partial<State> = {}, moment = MOMENT) =>
      check(
        { details_unavailable_since: NOW - waitedMs, ...values },
        COMPLETED,
        [ownTransaction(unavailable())],
        more,
        moment,
      );

    it('completes unverified after ten minutes, by its own initiation’s status', () => {
      expect(after(10 * MINUTE - 1)).toEqual(waits(10 * MINUTE - 1));
      expect(after(10 * MINUTE, { differences: 'objectReference' })).toEqual({
        changes: [
          {
            to: 'completed',
            set: {
              transaction_id: REFERENCE,
              transaction_fold: REFERENCE,
              verified: 0,
              differences: null,
              failure_code: null,
              final_at: NOW,
            },
            event: { kind: 'completed', data: { transactionId: REFERENCE, verified: false } },
            webhook: 'payment.completed',
          },
        ],
        outcome: again(10 * MINUTE),
      });
    });

    it.each([
      ['its serverCorrelationId came from a callback', { correlation_source: 'callback' }],
      ['its serverCorrelationId came from nowhere', { correlation_source: null }],
    ] as const)('never completes if %s', (_why, values) => {
      expect(after(3 * HOUR, values)).toEqual(waits(3 * HOUR));
    });

    it('needs review if its transaction has paid another payment', () => {
      expect(after(10 * MINUTE, {}, TAKEN).changes).toEqual([review('transactionReference')]);
    });

    it('waits ten minutes by a steady clock', () => {
      const settled = (steadyForMs: number) =>
        after(HOUR, {}, {}, { now: NOW, steadyForMs }).changes.map(({ to }) => to);
      expect(settled(10 * MINUTE - 1)).toEqual([]);
      expect(settled(10 * MINUTE)).toEqual(['completed']);
    });
  });
});

describe('a payment that the operator reports as completed without its transaction', () => {
  const UNNAMED = statusOf('completed');
  const CALLBACK = callbackRow({ transaction_reference: REFERENCE });
  const byCallback = (answer: DetailsOutcome, values: Values = {}, more: Partial<State> = {}, moment = MOMENT) =>
    check(values, UNNAMED, [namedTransaction(answer)], { callbacks: [CALLBACK], ...more }, moment);
  const rejected = (why: string) => ({
    rejects: { transaction_reference: REFERENCE },
    event: { kind: 'callback_rejected', data: { why } },
  });

  it('needs review at once and once, and never completes by the status alone', () => {
    expect(check({}, UNNAMED)).toEqual({ changes: [review('objectReference')], outcome: again(MINUTE) });
    expect(check({ details_unavailable_since: NOW - HOUR, differences: 'objectReference' }, UNNAMED)).toEqual(
      waits(MINUTE),
    );
    expect(check({ differences: 'amount' }, UNNAMED)).toEqual(waits(MINUTE));
    expect(check({ resolution: 'not_received' }, UNNAMED).changes).toEqual([review('objectReference', NO_RESOLUTION)]);
  });

  it('completes by the transaction that a callback names, if the details match', () => {
    expect(byCallback(detailsOf())).toMatchObject({
      changes: [
        {
          to: 'completed',
          set: { transaction_id: REFERENCE, verified: 1, transaction_proven: 0 },
          event: { kind: 'completed', data: { transactionId: REFERENCE, verified: true, by: 'callback' } },
        },
      ],
      outcome: done,
    });
  });

  it.each<readonly [string, DetailsOutcome, Partial<State>, string]>([
    ['differs', detailsOf({ amount: '1.00', currency: 'EUR' }), {}, 'the details differ in amount, currency'],
    ['has paid another payment', detailsOf(), TAKEN, 'its transaction is another payment’s'],
  ])('needs review and rejects the callback if the transaction that it names %s', (_what, answer, more, why) => {
    expect(byCallback(answer, {}, more)).toEqual({
      changes: [rejected(why), review('objectReference')],
      outcome: again(MINUTE),
    });
  });

  it('needs review, and keeps the callback, if another spelling of its transaction has paid another payment', () => {
    const { changes } = byCallback(detailsOf(), {}, TAKEN_IN_OTHER_SPELLING);
    expect(changes).toMatchObject([
      { set: { differences: 'transactionReference' }, webhook: 'payment.review_required' },
    ]);
    expect(changes[0]).not.toHaveProperty('rejects');
    expect(byCallback(detailsOf(), { differences: 'transactionReference' }, TAKEN_IN_OTHER_SPELLING).changes).toEqual(
      [],
    );
  });

  it('needs review, with the transaction, if only its time differs', () => {
    const { changes } = byCallback(detailsOf({ creationDate: '2026-11-19T12:00:00Z' }));
    expect(changes).toEqual([
      {
        set: { differences: 'createDate' },
        rejects: { transaction_reference: REFERENCE },
        event: { kind: 'details_mismatch', data: { fields: 'createDate', transactionReference: REFERENCE } },
        webhook: 'payment.review_required',
      },
    ]);
  });

  it('rejects a callback whose transaction is unknown for ten minutes', () => {
    const absentFor = (ms: number, moment = MOMENT) =>
      byCallback(ABSENT, { differences: 'amount' }, { callbacks: [{ ...CALLBACK, received_at: NOW - ms }] }, moment)
        .changes;
    expect(absentFor(10 * MINUTE)).toEqual([]);
    expect(absentFor(10 * MINUTE + 1)).toEqual([rejected('the operator does not know the transaction')]);
    expect(absentFor(HOUR, { now: NOW, steadyForMs: 10 * MINUTE - 1 })).toEqual([]);
  });

  it.each<readonly [string, DetailsOutcome, number | null]>([
    ['are unavailable', unavailable(5000), 5000],
    ['are inconclusive', INCONCLUSIVE, null],
  ])('waits if the details of a named transaction %s', (_what, answer, retryAfterMs) => {
    expect(byCallback(answer, { differences: 'objectReference' })).toEqual(waits(MINUTE, retryAfterMs));
  });

  it('completes by the second transaction that callbacks name, and no rejected one', () => {
    const two = [CALLBACK, callbackRow({ transaction_reference: '2' })];
    const read = [namedTransaction(detailsOf({ amount: '1.00' })), namedTransaction(detailsOf(), '2')];
    expect(check({}, UNNAMED, read, { callbacks: two }).changes).toMatchObject([
      { rejects: { transaction_reference: REFERENCE } },
      { to: 'completed' },
    ]);
    expect(
      byCallback(detailsOf(), { differences: 'amount' }, { callbacks: [{ ...CALLBACK, rejected: 1 }] }).changes,
    ).toEqual([]);
  });
});

describe('a payment that the operator reports as failed', () => {
  it.each([
    ['failed', 'payment_failed', [], null],
    ['declined', 'payment_declined', [], null],
    ['failed', 'payment_failed', [ownTransaction(detailsOf(RESULT))], 'Insufficient balance'],
    ['failed', 'payment_failed', [ownTransaction(ABSENT)], null],
    ['failed', 'payment_failed', [ownTransaction(unavailable())], null],
    ['failed', 'payment_failed', [namedTransaction(detailsOf(RESULT))], 'Insufficient balance'],
    ['failed', 'payment_failed', [namedTransaction(detailsOf({ ...RESULT, amount: '1.00' }))], null],
    ['failed', 'payment_failed', [namedTransaction(detailsOf({ amount: '1.00' }))], null],
    ['failed', 'payment_failed', [namedTransaction(ABSENT)], null],
  ] as const)('as %s, fails with %s, and the reason in its details: %#', (state, code, transactions, reason) => {
    expect(check({}, statusOf(state), transactions)).toEqual({
      changes: [
        {
          to: 'failed',
          set: { failure_code: code, failure_reason: reason, final_at: NOW, differences: null },
          event: { kind: 'failed', data: { code, reason } },
          webhook: 'payment.failed',
        },
      ],
      outcome: done,
    });
  });

  it.each([
    ['the status names', ownTransaction(detailsOf())],
    ['a callback names', namedTransaction(detailsOf())],
  ])('needs review if the transaction that %s is completed', (_who, transaction) => {
    expect(check({}, FAILED, [transaction])).toEqual({
      changes: [review('transactionStatus')],
      outcome: again(MINUTE),
    });
  });

  describe('whose status was completed before', () => {
    const wasCompleted = { details_unavailable_since: NOW - MINUTE };

    it.each([
      ['cannot be read', []],
      ['are pending', [ownTransaction(detailsOf({ transactionStatus: 'pending' }))]],
      [
        'have the result of a success',
        [ownTransaction(detailsOf({ transactionStatus: undefined, metadata: SUCCESS }))],
      ],
    ])('needs review if its details %s', (_what, transactions) => {
      expect(check(wasCompleted, FAILED, transactions)).toEqual({
        changes: [review('transactionStatus')],
        outcome: again(MINUTE),
      });
    });

    it('fails if its details failed too, or a person has recorded that no money came', () => {
      expect(check(wasCompleted, FAILED, [ownTransaction(detailsOf(RESULT))]).changes).toMatchObject([
        { to: 'failed' },
      ]);
      expect(check({ ...wasCompleted, resolution: 'not_received' }, FAILED).changes).toMatchObject([{ to: 'failed' }]);
    });
  });

  it('stays in review while its details contradict or are missing, then fails', () => {
    const flagged = { differences: 'transactionStatus' };
    for (const read of [[], [ownTransaction(ABSENT)], [ownTransaction(unavailable())], [ownTransaction(detailsOf())]]) {
      expect(check(flagged, FAILED, read)).toEqual(waits(MINUTE));
    }
    expect(check(flagged, FAILED, [ownTransaction(detailsOf(RESULT))]).changes).toMatchObject([
      { to: 'failed', set: { differences: null } },
    ]);
  });

  it.each([
    ['objectReference', null],
    ['amount', 'amount'],
  ])('with the difference %s has the difference %s afterwards', (differences, after) => {
    expect(check({ differences }, FAILED).changes).toMatchObject([{ to: 'failed', set: { differences: after } }]);
  });

  it('needs review instead of a payment.failed if the merchant recorded it as received', () => {
    const { changes } = check({ resolution: 'received' }, FAILED);
    expect(changes).toMatchObject([
      { to: 'failed', event: { kind: 'failed_though_received' } },
      review('transactionStatus'),
    ]);
    expect(changes.map(({ webhook }) => webhook)).toEqual([undefined, 'payment.review_required']);
  });
});

describe('a failed payment whose check a callback asked for', () => {
  const failed = { status: 'failed', failure_code: 'payment_failed' } as const;

  it.each(['failed', 'declined', 'unknown'] as const)('stays failed if the status is %s', (state) => {
    expect(check(failed, statusOf(state, REFERENCE))).toEqual({ changes: [], outcome: done });
  });

  it('needs review, and is checked again, if a transaction that a callback names is completed, and no other payment’s', () => {
    const checked = (more: Partial<State>) => check(failed, FAILED, [namedTransaction(detailsOf())], more);
    expect(checked({})).toEqual({ changes: [review('transactionStatus')], outcome: again(10 * MINUTE) });
    expect(checked(TAKEN)).toEqual({ changes: [], outcome: done });
  });

  it('completes if the status is completed now and the details match', () => {
    const completed = { changes: [{ to: 'completed', set: { failure_code: null, verified: 1 } }], outcome: done };
    expect(check(failed, COMPLETED, [ownTransaction(detailsOf())])).toMatchObject(completed);
    const callbacks = [callbackRow({ transaction_reference: REFERENCE })];
    expect(check(failed, statusOf('completed'), [namedTransaction(detailsOf())], { callbacks })).toMatchObject(
      completed,
    );
  });

  it.each<readonly [string, DetailsOutcome, Partial<State>, string]>([
    ['the details differ', detailsOf({ amount: '24000.00' }), {}, 'amount'],
    ['its transaction has paid another payment', detailsOf(), TAKEN, 'transactionReference'],
  ])('needs review if %s', (_what, answer, more, fields) => {
    expect(check(failed, COMPLETED, [ownTransaction(answer)], more)).toEqual({
      changes: [reviewOf(fields)],
      outcome: done,
    });
  });

  it('that has no status, or is pending, is checked again by the time since its last change', () => {
    expect(check(failed, unavailable(5000))).toEqual(waits(10 * MINUTE, 5000));
    expect(check(failed, statusOf('pending'))).toEqual(waits(10 * MINUTE, null));
  });

  it.each<readonly [string, StatusOutcome, readonly TransactionEvidence[], number | null]>([
    ['transaction', statusOf('completed'), [], null],
    ['details', COMPLETED, [ownTransaction(unavailable(5000))], 5000],
    ['details yet', COMPLETED, [ownTransaction(ABSENT)], null],
  ])(
    'that is reported as completed and has no %s needs review once, and is checked again',
    (_what, answer, transactions, retryAfterMs) => {
      const { outcome } = waits(10 * MINUTE, retryAfterMs);
      expect(check(failed, answer, transactions)).toEqual({ changes: [review('transactionStatus')], outcome });
      expect(check({ ...failed, differences: 'amount' }, answer, transactions)).toEqual({ changes: [], outcome });
    },
  );
});

describe('a completed payment', () => {
  const unverified = {
    status: 'completed',
    verified: 0,
    transaction_id: REFERENCE,
    details_unavailable_since: NOW - MINUTE,
  } as const;
  const later = (answer: DetailsOutcome, values: Values = {}, more: Partial<State> = {}) =>
    check({ ...unverified, ...values }, COMPLETED, [ownTransaction(answer)], more);

  it('that is unverified is verified once its details match, without a second webhook', () => {
    expect(later(detailsOf({ fees: [{ feeAmount: '150' }] }))).toMatchObject({
      changes: [
        {
          set: {
            fees: '150',
            details_unavailable_since: null,
            transaction_created_at: NOW,
            transaction_proven: 1,
            verified: 1,
          },
          event: { kind: 'verified', data: { transactionId: REFERENCE } },
        },
      ],
      outcome: done,
    });
    expect(later(detailsOf()).changes.map(({ webhook }) => webhook)).toEqual([undefined]);
  });

  it('that is unverified needs review if its details say that it failed, and is checked again', () => {
    const { changes, outcome } = later(detailsOf({ transactionStatus: 'failed' }));
    expect({ changes, outcome }).toEqual({ changes: [review('transactionStatus')], outcome: again(MINUTE) });
  });

  it('that is verified after its details had differed has no difference left', () => {
    expect(later(detailsOf(), { differences: 'amount' }).changes).toMatchObject([
      { set: { verified: 1, differences: null } },
    ]);
  });

  it.each<readonly [string, DetailsOutcome, Partial<State>, string]>([
    ['details that differ', detailsOf({ amount: '24000.00' }), {}, 'amount'],
    ['a transaction that has paid another payment', detailsOf(), TAKEN, 'transactionReference'],
  ])('that is unverified and has %s needs review, and is not checked again', (_what, answer, more, fields) => {
    expect(later(answer, {}, more)).toEqual({ changes: [review(fields, { next_check_at: null })], outcome: stopped });
  });

  it.each([
    ['since its details were unreadable', {}, MINUTE],
    ['since it was opened, if that is not known', { details_unavailable_since: null }, HOUR],
  ])('that is unverified is checked again by the time %s', (_since, values, sinceMs) => {
    expect(later(unavailable(5000), values)).toEqual(waits(sinceMs, 5000));
    expect(later(ABSENT, values)).toEqual(waits(sinceMs));
  });

  it('that is verified, or has no transaction, is not decided again', () => {
    expect(later(detailsOf({ amount: '1.00' }), { verified: 1 })).toEqual({ changes: [], outcome: done });
    expect(later(detailsOf(), { transaction_id: null })).toEqual({ changes: [], outcome: stopped });
  });
});

describe('the status of a payment’s own serverCorrelationId, after it completed,', () => {
  const history = (by?: string) => [
    { kind: 'completed', data: JSON.stringify({ transactionId: 'FIRST', verified: true, by }) } as const,
  ];
  const paid = (answer: StatusOutcome, by?: string, more: Partial<State> = {}) =>
    check({ status: 'completed', verified: 1, transaction_id: 'FIRST' }, answer, [], { history: history(by), ...more });
  const second = {
    set: { differences: 'secondTransaction' },
    event: { kind: 'details_mismatch', data: { fields: 'secondTransaction', transactionReference: REFERENCE } },
    webhook: 'payment.review_required',
  };

  it('sends it to review if it says failed, unless another transaction paid', () => {
    expect(paid(statusOf('failed'))).toEqual({ changes: [review('transactionStatus')], outcome: done });
    expect(paid(statusOf('declined'), 'callback')).toEqual({ changes: [], outcome: done });
    expect(paid(statusOf('failed'), 'Hanta')).toEqual({ changes: [], outcome: done });
  });

  it.each(['callback', 'payer', undefined])(
    'sends it to review once if it names another transaction than the one of %s',
    (by) => {
      expect(paid(COMPLETED, by)).toEqual({ changes: [second], outcome: done });
      const shown = { kind: 'details_mismatch', data: JSON.stringify(second.event.data) } as const;
      expect(paid(COMPLETED, by, { history: [...history(by), shown] })).toEqual({ changes: [], outcome: done });
    },
  );

  it('changes nothing if it names the transaction that paid, or none of another', () => {
    expect(paid(statusOf('completed', 'FIRST'), 'callback')).toEqual({ changes: [], outcome: done });
    expect(paid(statusOf('completed'), 'payer')).toEqual({ changes: [], outcome: done });
    const callbacks = [callbackRow({ server_correlation_id: 'SC-1', transaction_reference: 'FIRST' })];
    expect(paid(statusOf('completed'), 'callback', { callbacks })).toEqual({ changes: [], outcome: done });
    expect(paid(statusOf('completed'), 'callback').changes).toMatchObject([
      { set: { differences: 'secondTransaction' } },
    ]);
  });

  it('is asked for again until it has a result if another transaction paid, or a callback says failed', () => {
    for (const answer of [statusOf('pending'), unavailable()]) {
      expect(paid(answer, 'callback')).toEqual(waits(MINUTE));
      expect(paid(answer)).toEqual({ changes: [], outcome: done });
      expect(paid(answer, undefined, { callbacks: [callbackRow({ status: 'failed' })] })).toEqual(waits(MINUTE));
    }
  });
});

describe('a pending payment whose callback names a transaction', () => {
  const callbacks = [callbackRow({ transaction_reference: REFERENCE })];

  it.each([
    ['is pending', statusOf('pending')],
    ['is unknown', statusOf('unknown', null, 'on hold')],
    ['cannot be read', unavailable()],
  ] as const)('completes by its details while its own status %s, and its own is asked about again', (_what, answer) => {
    const { changes, outcome } = check({}, answer, [namedTransaction(detailsOf())], { callbacks });
    expect(changes).toMatchObject([{ to: 'completed', event: { data: { by: 'callback' } } }]);
    expect(outcome).toEqual(again(MINUTE));
  });

  it('takes no other payment while the operator answers nothing and the callback says completed; after ten minutes it needs review', () => {
    const word = { reason: '503', by: 'callback' };
    expect(check({}, unavailable(), [namedTransaction(unavailable())], { callbacks }).changes).toEqual([
      { set: { details_unavailable_since: NOW }, event: { kind: 'details_unavailable', data: word } },
    ]);
    const history = [{ kind: 'details_unavailable', data: JSON.stringify(word) } as const];
    const since = { details_unavailable_since: NOW - 10 * MINUTE };
    expect(check(since, unavailable(), [], { callbacks, history }).changes).toEqual([review('details')]);
    expect(check(since, statusOf('pending'), [], { callbacks, history })).toMatchObject({
      changes: [],
      set: { details_unavailable_since: null },
    });
    // Its own status says completed from now on: the ten minutes begin anew.
    expect(check(since, COMPLETED, [ownTransaction(unavailable())], { history }).changes).toMatchObject([
      { set: { details_unavailable_since: NOW }, event: { data: { reason: '503' } } },
    ]);
  });

  it('needs review if its status said completed, and for ten minutes says nothing more', () => {
    const history = [{ kind: 'details_unavailable', data: '{"reason":"503"}' } as const];
    const since = { details_unavailable_since: NOW - 10 * MINUTE };
    for (const answer of [unavailable(), statusOf('pending')]) {
      expect(check(since, answer, [], { history }).changes).toEqual([review('details')]);
    }
  });
});

describe('evidence without news', () => {
  const NO_NEWS = [statusOf('pending'), unavailable()];

  it('of the payment’s own serverCorrelationId writes nothing, unless the payment is reported as paid', () => {
    for (const answer of NO_NEWS) {
      const nothing = { changes: [], outcome: { kind: 'again' } };
      const saysPending = [callbackRow({ status: 'pending' })];
      expect(check({}, answer)).toMatchObject(nothing);
      expect(check({}, answer, [], { callbacks: saysPending })).toMatchObject(nothing);
      expect(check({}, answer).set).toBeUndefined();
    }
    const reported = check({}, unavailable(), [], { callbacks: [callbackRow()] });
    expect(reported.changes).toMatchObject([{ event: { kind: 'details_unavailable' } }]);
  });

  it('of what callbacks name writes nothing, until they are old', () => {
    const callbacks = [callbackRow({ server_correlation_id: 'sc-2', status: 'pending' })];
    for (const answer of NO_NEWS) {
      const status = { serverCorrelationId: 'sc-2', isNamedByCallback: true, answer };
      for (const transactions of [[], [ownTransaction(unavailable())]]) {
        const input = { kind: 'evidence', fence: 1, status, transactions, partnerMsisdn: PARTNER } as const;
        const state = stateOf({ server_correlation_id: 'sc-1' }, { callbacks });
        expect(decide(state, input, MOMENT)).toMatchObject({ changes: [], outcome: { kind: 'again' } });
      }
    }
  });
});
