import type { PaymentStatus, PaymentView } from '@tsena/shared/checkout';
import { linkIdSchema, paymentIdSchema } from '@tsena/shared/checkout';
import * as schemas from '@tsena/shared/merchant';
import * as z from 'zod/mini';

let count = 0;

type NullKeys<Answer> = { [Name in keyof Answer]: null extends Answer[Name] ? Name : never }[keyof Answer];
type WithoutNulls<Answer> = Omit<Answer, NullKeys<Answer>> & Partial<Pick<Answer, NullKeys<Answer>>>;

/** An answer of the API. Members that can be null may be left out. */
function complete<Schema extends z.ZodMiniObject>(
  schema: Schema,
  given: WithoutNulls<z.output<Schema>>,
): z.output<Schema> {
  return z.parse(schema, { ...Object.fromEntries(Object.keys(schema.shape).map((name) => [name, null])), ...given });
}

/** What is true of a payment with each status, if it is the only one of its order. */
const VIEWS: Readonly<Record<PaymentStatus, PaymentView>> = {
  created: 'waiting',
  sending: 'waiting',
  pending: 'waiting',
  unresolved: 'unresolved',
  completed: 'paid',
  failed: 'failed',
};

/** Creates a payment: completed and verified, unless `fields` say otherwise. */
/** What is known about a reference; by default, the operator does not know it. */
export function createCheck(change: Partial<schemas.ReferenceCheck> = {}): schemas.ReferenceCheck {
  return {
    verdict: 'unknown',
    reference: '636042511',
    amount: null,
    amountMatches: null,
    payer: null,
    createdAt: null,
    paymentId: null,
    order: null,
    usedAt: null,
    canComplete: false,
    canSell: change.verdict === 'unused',
    ...change,
  };
}

export function createPayment(fields: Partial<schemas.MerchantPayment> = {}): schemas.MerchantPayment {
  count += 1;
  const status: PaymentStatus = fields.status ?? 'completed';
  const now = new Date().toISOString();
  return complete(schemas.merchantPaymentSchema, {
    id: z.parse(paymentIdSchema, `pay_${String(count).padStart(22, '0')}`),
    environment: 'sandbox',
    order: `ORDER-${count}`,
    attemptNumber: 1,
    method: 'prompt',
    status,
    amount: '25000',
    currency: 'MGA',
    payer: '034 •• ••0 03',
    partnerName: 'Tsena Boutique',
    createdAt: now,
    updatedAt: now,
    transactionReference: status === 'completed' ? '636042511' : null,
    fees: status === 'completed' ? '250' : null,
    view: VIEWS[status],
    amountRefunded: '0',
    retryable: false,
    serverTime: now,
    sentAt: now,
    finalAt: status === 'completed' ? now : null,
    paidAt: status === 'completed' ? now : null,
    verified: status === 'completed' ? true : null,
    polling: false,
    reviewReasons: [],
    ...fields,
  });
}

/** Creates a webhook delivery: failed, unless `fields` say otherwise. */
export function createDelivery(fields: Partial<schemas.Delivery> = {}): schemas.Delivery {
  return complete(schemas.deliverySchema, {
    id: 'msg_1',
    type: 'payment.completed',
    paymentId: z.parse(paymentIdSchema, 'pay_0000000000000000000001'),
    order: 'ORDER-1',
    status: 'failed',
    deliveryAttempts: 8,
    createdAt: new Date().toISOString(),
    lastError: 'the endpoint answered 500',
    ...fields,
  });
}

/** Creates a payment link: active and for one payment, unless `fields` say otherwise. */
export function createLink(fields: Partial<schemas.Link> = {}): schemas.Link {
  count += 1;
  const id = z.parse(linkIdSchema, `link_${String(count).padStart(22, '0')}`);
  return complete(schemas.linkSchema, {
    id,
    url: `https://pay.example/pay/${id}`,
    order: `LNK-${count}`,
    amount: '25000',
    currency: 'MGA',
    reusable: false,
    status: 'active',
    createdAt: new Date().toISOString(),
    createdBy: 'owner',
    ...fields,
  });
}

/** Creates a merchant key: of Hanta, valid and never used, unless `fields` say otherwise. */
export function createKey(fields: Partial<schemas.Key> = {}): schemas.Key {
  count += 1;
  return complete(schemas.keySchema, {
    id: `key_${String(count).padStart(22, '0')}`,
    name: 'Hanta',
    scope: 'operate',
    hint: 'tsena_test_0123…',
    createdAt: '2026-03-08T21:15:07.000Z',
    createdBy: 'owner',
    ...fields,
  });
}

/** Creates the record of a refund of Ar 5,000, unless `fields` say otherwise. */
export function createRefund(fields: Partial<schemas.Refund> = {}): schemas.Refund {
  count += 1;
  return complete(schemas.refundSchema, {
    id: z.parse(schemas.refundIdSchema, `ref_${String(count).padStart(22, '0')}`),
    paymentId: z.parse(paymentIdSchema, 'pay_0000000000000000000001'),
    amount: '5000',
    currency: 'MGA',
    reason: 'One item out of stock',
    refundedAt: '2020-03-08T21:15:00.000Z',
    createdAt: '2020-03-08T21:20:00.000Z',
    createdBy: 'Hanta',
    status: 'recorded',
    ...fields,
  });
}

/** Creates an event of a payment's history. */
export function createEvent(kind: string, data: schemas.PaymentEvent['data'] = {}, version = 1): schemas.PaymentEvent {
  return { version, at: '2026-03-08T21:15:07.000Z', kind, data };
}

/** Creates the answer of `GET …/payments/{id}`. */
export function createDetail(
  payment: schemas.MerchantPayment,
  fields: Partial<schemas.PaymentDetail> = {},
): schemas.PaymentDetail {
  const history = [createEvent('created')];
  return { payment, attempts: [payment], history, callbacks: [], webhooks: [], refunds: [], operator: null, ...fields };
}

/** The operator reports a completed payment, and its transaction details match. */
export const OPERATOR_MATCHES: schemas.OperatorView = {
  state: 'known',
  fetchedAt: '2020-03-08T21:16:00.000Z',
  reason: null,
  status: { state: 'completed', operatorStatus: 'completed', transactionReference: '636042511' },
  details: {
    amount: '25000.00',
    currency: 'Ar',
    transactionStatus: 'completed',
    debitParty: '034 •• ••0 03',
    creditParty: '034 •• ••0 04',
    createdAt: null,
    fees: '250',
    differences: [],
  },
};

const totalsOf = (amount: number, completed: number, failed: number) => ({
  completed,
  amount: String(amount),
  refunded: '0',
  net: String(amount),
  fees: String(amount / 100),
  unknownFees: 0,
  failed,
});

/** Creates totals of consecutive days up to 9 March 2026, one day for each amount. */
export function createTotals(amounts: readonly number[]): schemas.Totals {
  const days = amounts.map((amount, index) => {
    const day = new Date(Date.UTC(2026, 2, 10 - amounts.length + index)).toISOString().slice(0, 10);
    return { day, ...totalsOf(amount, amount === 0 ? 0 : 2, 1) };
  });
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  const total = totalsOf(sum, 2 * amounts.length, amounts.length);
  return { from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '', timeZone: 'Indian/Antananarivo', days, total };
}

const DONE: Readonly<Record<schemas.SetupCheckName, schemas.SetupReason>> = {
  merchant_name: 'name_set',
  credentials: 'credentials_accepted',
  public_address: 'address_reached',
  tls: 'tls_valid',
  clock: 'clock_right',
  allowed_origins: 'origins_set',
  webhook_answered: 'webhook_delivered',
  callback_seen: 'callback_received',
  callbacks_accepted: 'callbacks_accepted',
  backup: 'backup_recent',
  first_payment: 'payment_verified',
  declined_payment: 'decline_seen',
  late_payment: 'late_seen',
  approval_times: 'approvals_in_time',
};

/** Creates a checklist on which everything is done, but for what `open` says. */
export function createSetup(
  open: Partial<Record<schemas.SetupCheckName, Pick<schemas.SetupCheck, 'result' | 'reason'>>> = {},
): schemas.Setup {
  return {
    checkedAt: new Date().toISOString(),
    checks: schemas.SETUP_CHECKS.map((name) => {
      const { result, reason } = open[name] ?? { result: 'ok', reason: DONE[name] };
      return { name, result, reason, values: { hours: 7, polling: 1, answered: 2, seconds: 45 }, detail: '' };
    }),
  };
}

/** The settings of a merchant whose server sets only the operator's name. */
export function createSettings(change: Partial<schemas.MerchantSettings> = {}): schemas.MerchantSettings {
  const unset = Object.fromEntries(schemas.MERCHANT_SETTING_NAMES.map((name) => [name, null])) as Record<
    schemas.MerchantSettingName,
    null
  >;
  return {
    ...unset,
    partnerName: 'Tsena Boutique',
    operatorName: 'MVola',
    userLanguage: 'MG',
    previous: {},
    fixed: ['operatorName'],
    missing: [],
    webhookSecrets: 0,
    canMail: true,
    ...change,
  };
}

/** A merchant with nothing to review. */
export const MERCHANT: schemas.Merchant = {
  partnerName: 'Tsena Boutique',
  partnerMsisdn: '034 •• ••0 04',
  environment: 'sandbox',
  key: { name: 'owner', scope: 'admin' },
  webhooksEnabled: true,
  reviewCounts: Object.fromEntries(
    schemas.REVIEW_REASONS.map((reason) => [reason, 0]),
  ) as schemas.Merchant['reviewCounts'],
  failedWebhooks: 0,
  shopFailure: null,
};

/** What the counter of a seller shows. */
export const COUNTER: schemas.Counter = {
  partnerName: 'Tsena Boutique',
  operatorName: 'Fanilo',
  environment: 'sandbox',
  nif: '4000123456',
  stat: null,
  key: { name: 'Hanta', scope: 'counter' },
  payments: [],
};
