import { languageSchema } from '@tsena/shared';
import { type Payment, paymentSchema } from '@tsena/shared/checkout';
import { counterSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';

const STORE = 'tsena-counter';
const MAX_PAYMENTS = 20;

const deviceSchema = z.object({
  /** What the companion said last; null before its first answer. The payments are below. */
  counter: z.nullable(z.omit(counterSchema, { payments: true })),
  /** The request that was not answered yet. */
  request: z.nullable(
    z.object({
      key: z.string(),
      body: z.union([
        z.object({
          amount: z.string(),
          msisdn: z.string(),
          order: z.optional(z.string()),
          language: z.optional(languageSchema),
        }),
        z.object({ amount: z.string(), transactionReference: z.string() }),
      ]),
      // Earlier versions kept no time: such a request is too old to be sent.
      at: z._default(z.number(), 0),
    }),
  ),
  /** The payment that is shown. */
  openId: z.nullable(z.string()),
  /**
   * The last payments of this device, and those of today by this key on others, as the companion reported them, newest
   * first. Those of an earlier version are forgotten.
   */
  payments: z.catch(z.array(paymentSchema), []),
});

/**
 * What this device keeps, so that a reload or an empty battery loses nothing. Numbers of customers are masked once the
 * request is answered.
 */
export type Device = Readonly<z.infer<typeof deviceSchema>>;

/** The names of the merchant and the operator, and the key. */
export type CounterNames = NonNullable<Device['counter']>;

const EMPTY: Device = { counter: null, request: null, openId: null, payments: [] };

/** Reads what the device has kept. */
export function readDevice(): Device {
  try {
    return z.safeParse(deviceSchema, JSON.parse(localStorage.getItem(STORE) ?? 'null')).data ?? EMPTY;
  } catch {
    // A browser without storage, or a text that is no JSON.
    return EMPTY;
  }
}

/**
 * Keeps it. A browser without storage forgets it with the page; the companion still sends one prompt for each request.
 */
export function keepDevice(device: Device): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(device));
  } catch {
    return;
  }
}

/** Forgets everything: another person may sign in next. */
export function forgetDevice(): void {
  keepDevice(EMPTY);
}

/** The payments with this one as the companion reports it now. An older report changes nothing. */
export function withPayment(payments: Payment[], payment: Payment): Payment[] {
  const known = payments.find(({ id }) => id === payment.id);
  if (known === undefined) return [payment, ...payments].slice(0, MAX_PAYMENTS);
  if (Date.parse(known.serverTime) > Date.parse(payment.serverTime)) return payments;
  return payments.map((one) => (one.id === payment.id ? payment : one));
}

/** The payments of this device with those of today, as far as there is room for them. */
export function withToday(payments: Payment[], today: readonly Payment[]): Payment[] {
  const isKnown = ({ id }: Payment) => payments.some((one) => one.id === id);
  const reported = today.filter(isKnown).reduce(withPayment, payments);
  const others = today.filter((one) => !isKnown(one)).slice(0, Math.max(0, MAX_PAYMENTS - payments.length));
  if (others.length === 0) return reported;
  return [...reported, ...others].sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
}
