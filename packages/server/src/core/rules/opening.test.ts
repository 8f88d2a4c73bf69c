import type { PaymentId } from '@tsena/shared/checkout';
import { describe, expect, it } from 'vitest';
import { callbackRow, NOW, paymentRow } from '../../../test/support/paymentState.ts';
import { decideOpening, type OpeningRequest, type OpeningState } from './opening.ts';

const EMPTY: OpeningState = {
  attempts: [],
  link: null,
  openOnLink: null,
  prompts: [],
  periodsFull: { perMsisdn: null, perIp: null, perLink: null },
  reports: [],
};
const REQUEST: OpeningRequest = {
  amount: 25_000,
  form: null,
  askedAbout: 'all',
  cooldownMs: 90_000,
  promptOpenMs: 90_000,
  limits: { perMsisdn: { count: 5, windowMs: 600_000 }, perIp: null, perLink: null },
  isStopping: false,
  turnInMs: 0,
};
const open = (state: Partial<OpeningState>, request: Partial<OpeningRequest> = {}) =>
  decideOpening(
    { ...EMPTY, ...state },
    { ...REQUEST, ...request },
    { now: NOW, steadyForMs: Number.POSITIVE_INFINITY },
  );

const failed = paymentRow({ status: 'failed', form_hash: 'form' });
const elsewhere = paymentRow({ id: 'pay_2' as PaymentId });
const again = { ...failed, id: elsewhere.id };
const unsent = paymentRow({ status: 'created', sent_at: null, lease_until: NOW - 1, created_at: NOW - 86_400_000 });
/** Its cool-down is over. */
const LATE = paymentRow({ id: 'pay_late' as PaymentId, created_at: NOW - 600_000, sent_at: NOW - 600_000 });
/** A callback that became old a minute ago. */
const OLD = callbackRow({ received_at: NOW - 11 * 60_000 });
/** A payment that was checked so many ms after that. */
const reported = (ms: number) =>
  paymentRow({
    status: 'unresolved',
    sent_at: NOW - 12 * 60_000,
    last_checked_at: NOW - 60_000 + ms,
    server_correlation_id: null,
  });

describe('the opening of a payment', () => {
  it.each([
    [
      'of a form that has started one answers that one',
      { attempts: [failed] },
      { form: { hash: 'form', from: undefined } },
      'exists',
    ],
    [
      'of a form that is there to try it again opens another',
      { attempts: [failed] },
      { form: { hash: 'form', from: failed.id } },
      'open',
    ],
    [
      'of a form that has tried it again answers the other',
      { attempts: [again, failed] },
      { form: { hash: 'form', from: failed.id } },
      'exists',
    ],
    ['of another form opens another', { attempts: [failed] }, { form: { hash: 'other', from: undefined } }, 'open'],
    ['of a widget does not ask for a form', { attempts: [paymentRow({ status: 'failed' })] }, {}, 'open'],
    ['beside a pending payment answers that one', { attempts: [paymentRow()] }, {}, 'exists'],
    [
      'of a form in a shop’s page answers a payment whose cool-down is over',
      { attempts: [LATE] },
      { askedAbout: 'none' },
      'exists',
    ],
    [
      'of a form in a shop’s page answers one behind a payment that has failed',
      { attempts: [failed, LATE] },
      { askedAbout: 'none' },
      'exists',
    ],
    ['of a page that shows it opens another', { attempts: [LATE] }, { askedAbout: { upTo: LATE.id } }, 'open'],
    [
      'of a page that shows a later one opens another',
      { attempts: [failed, LATE] },
      { askedAbout: { upTo: failed.id } },
      'open',
    ],
    [
      'of a page that shows an earlier one answers it',
      { attempts: [LATE, failed] },
      { askedAbout: { upTo: failed.id } },
      'exists',
    ],
    [
      'of a page that shows a payment of another order answers it',
      { attempts: [LATE] },
      { askedAbout: { upTo: elsewhere.id } },
      'exists',
    ],
    ['of a page that was made after it opens another', { attempts: [LATE] }, { askedAbout: { until: NOW } }, 'open'],
    [
      'of a page that was made before it answers it',
      { attempts: [LATE] },
      { askedAbout: { until: NOW - 600_001 } },
      'exists',
    ],
    [
      'of a form in a shop’s page opens another after a payment that the merchant has closed',
      { attempts: [{ ...LATE, resolution: 'closed' }] },
      { askedAbout: 'none' },
      'open',
    ],
    ['for another amount is refused beside it', { attempts: [paymentRow()] }, { amount: 26_000 }, 'changed'],
    ['on a link that has expired is refused', { link: { expires_at: NOW, cancelled_at: null } }, {}, 'closed'],
    ['on a link answers the payer’s open payment there', { openOnLink: elsewhere }, {}, 'exists'],
    ['is refused in a companion that is stopping', {}, { isStopping: true }, 'stopping'],
    ['waits for a turn within five seconds', {}, { turnInMs: 5000 }, 'open'],
    ['is limited while the turn is further away', {}, { turnInMs: 5001 }, 'limited'],
    [
      'answers a pending payment, however far away the turn is',
      { attempts: [paymentRow()] },
      { turnInMs: 5001 },
      'exists',
    ],
    [
      'is limited by the payments that were not sent',
      { attempts: Array(20).fill({ ...failed, sent_at: null }) },
      {},
      'limited',
    ],
    [
      'waits for ten minutes to have a callback confirmed',
      { attempts: [failed], reports: [callbackRow()] },
      {},
      'limited',
    ],
    ['waits longer until the payment is checked', { attempts: [failed], reports: [OLD] }, {}, 'limited'],
    [
      'waits no longer',
      { attempts: [{ ...failed, last_checked_at: OLD.received_at + 1 }], reports: [OLD] },
      {},
      'open',
    ],
    [
      'waits for a check that is due: the one before may have asked before the callback came',
      { attempts: [{ ...failed, last_checked_at: OLD.received_at + 1, next_check_at: NOW }], reports: [OLD] },
      {},
      'limited',
    ],
    [
      'waits for a check that is under way',
      {
        attempts: [
          { ...failed, last_checked_at: OLD.received_at + 1, next_check_at: NOW + 5000, lease_until: NOW + 5000 },
        ],
        reports: [OLD],
      },
      {},
      'limited',
    ],
    [
      'does not wait for the next planned check',
      { attempts: [{ ...failed, last_checked_at: OLD.received_at + 1, next_check_at: NOW + 5000 }], reports: [OLD] },
      {},
      'open',
    ],
    [
      'waits for the check after that of an unresolved payment',
      { attempts: [reported(11_000)], reports: [OLD] },
      {},
      'limited',
    ],
    ['waits for it no longer', { attempts: [reported(13_000)], reports: [OLD] }, {}, 'open'],
    ['is limited by an open prompt', { prompts: [elsewhere] }, {}, 'limited'],
  ] as const)('%s', (_what, state, request, kind) => {
    expect(open(state, request).kind).toBe(kind);
  });

  it('is limited by an open prompt for a known time, also while the clock does not tell when the cool-down ends', () => {
    const state = { prompts: [{ ...elsewhere, sent_at: NOW - 30_000 }] };
    expect(open(state, { cooldownMs: Number.POSITIVE_INFINITY })).toMatchObject({
      kind: 'limited',
      retryAfterMs: 60_000,
    });
  });

  it('of a paid order answers the payment that pays it, not a newer one that was refunded', () => {
    const pays = paymentRow({ status: 'completed' });
    const refunded = paymentRow({ ...pays, id: 'pay_2' as PaymentId, amount_refunded: 25_000 });
    expect(open({ attempts: [refunded, pays] })).toEqual({ kind: 'exists', payment: pays });
    expect(open({ attempts: [refunded, pays] }, { amount: 26_000 })).toEqual({ kind: 'changed', payment: pays });
  });

  it('waits for the decision about a payment whose process ended before it was sent', () => {
    expect(open({ attempts: [unsent] })).toEqual({ kind: 'exists', payment: unsent });
  });
});
