import { randomBytes } from 'node:crypto';
import { type Ariary, type Msisdn, readMsisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { connectPayments, type PaymentsOptions } from '../../src/composition/connectPayments.ts';
import { createSubscriptions, type Subscriptions } from '../../src/core/live/subscriptions.ts';
import type { Operator } from '../../src/core/operator/client.ts';
import { initiate } from '../../src/core/payments/initiate.ts';
import type { InitiateOptions, MerchantSettings } from '../../src/core/payments/initiateOptions.ts';
import type { PaymentRequest } from '../../src/core/storage/paymentRequest.ts';
import type { Storage } from '../../src/core/storage/storage.ts';
import type { PollerOptions } from '../../src/core/workers/poller.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import type { Store } from '../../src/database/store.ts';
import { createLog } from '../../src/log/log.ts';
import type { Clock } from '../../src/time/clock.ts';

export const COOLDOWN_MS = 180_000;

/** Longer than a test takes. */
const ANSWER_WITHIN_MS = 600_000;

/** The settings of the test's merchant. */
export const MERCHANT: MerchantSettings = {
  partnerName: 'Tsena',
  userLanguage: 'MG',
  callbackBaseUrl: 'http://companion.test',
};

export function msisdn(text: string): Msisdn {
  const reading = readMsisdn(text);
  if (!reading.ok) throw new TypeError(`${text} is ${reading.fault}`);
  return reading.msisdn;
}

/** What the use cases take, in one object; a test passes it to each of them. */
export interface TestCompanion extends InitiateOptions, PollerOptions {
  readonly operator: Operator;
  readonly subscriptions: Subscriptions;
}

export interface TestCompanionOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly operator: Operator;
  /** What a test records, or sets. */
  readonly hooks?: Partial<Omit<PaymentsOptions, 'storage' | 'operator'>>;
}

/** A storage on a store. */
export function storageOn(store: Store, clock: Clock): Storage {
  return {
    store,
    clock,
    owner: randomBytes(6).toString('hex'),
    webhooks: {
      ...{ environment: 'sandbox', partnerName: 'Tsena', cooldownMs: COOLDOWN_MS },
      ...{ hasEndpoint: true, endpoint: 'https://shop.example/webhooks' },
    },
  };
}

/**
 * The life of payments on a store, as the companion connects it, without the background workers. A caller waits for the
 * operator's answer, however long that takes.
 */
export function testCompanion({ store, clock, operator, hooks }: TestCompanionOptions): TestCompanion {
  const subscriptions = createSubscriptions(() => clock.now());
  const { initiating, checking } = connectPayments({
    storage: storageOn(store, clock),
    operator,
    log: createLog('silent'),
    merchant: () => MERCHANT,
    limits: { perMsisdn: null, perIp: null, perLink: null },
    cooldownMs: COOLDOWN_MS,
    partnerMsisdn: msisdn('0343500004'),
    answerWithinMs: ANSWER_WITHIN_MS,
    hasSubscribers: subscriptions.hasSubscribers,
    onChanged: () => undefined,
    onEnqueued: () => undefined,
    wall: () => clock.now(),
    random: () => 0.5,
    at: () => undefined,
    stopping: new AbortController().signal,
    stopped: new AbortController().signal,
    ...hooks,
    publish(payment) {
      subscriptions.publish(payment);
      hooks?.publish?.(payment);
    },
  });
  return { ...checking, ...initiating, operator, subscriptions, checkIfDue: () => undefined };
}

/** The press of a shopper who pays an order of Ar 25,000. */
export function requestFor(order = 'ORDER-1'): PaymentRequest {
  const claims = { sub: order as OrderReference, amount: 25_000 as Ariary, currency: 'MGA' } as const;
  return { claims, msisdn: msisdn('0343500003'), language: 'fr', addressHash: null, askedAbout: 'all' };
}

/** Opens a payment, waits until its request is answered, and throws if that is not allowed. */
export async function payWith(companion: TestCompanion, order?: string): Promise<StoredPayment> {
  const opening = await initiate(companion, requestFor(order));
  if (opening.kind !== 'opened') throw new Error(`the attempt was not opened: ${opening.kind}`);
  await companion.inProgress.answerOf(opening.payment.id);
  return opening.payment;
}
