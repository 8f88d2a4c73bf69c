import { randomBytes } from 'node:crypto';
import { type Ariary, type Msisdn, readMsisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { backofficeHooks } from '../../src/composition/backofficeHooks.ts';
import { createRequestsInProgress } from '../../src/core/live/requestsInProgress.ts';
import { createSendQueue } from '../../src/core/live/sendQueue.ts';
import { createSubscriptions, type Subscriptions } from '../../src/core/live/subscriptions.ts';
import type { Operator } from '../../src/core/operator/client.ts';
import { type InitiateOptions, type InitiateRequest, initiate } from '../../src/core/payments/initiate.ts';
import { createPaymentChanges } from '../../src/core/payments/paymentChanges.ts';
import { type SendInitiationOptions, sendInitiation } from '../../src/core/payments/sendInitiation.ts';
import type { Storage } from '../../src/core/storage/storage.ts';
import type { PollerOptions } from '../../src/core/workers/poller.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import type { Store } from '../../src/database/store.ts';
import { createLog } from '../../src/log/log.ts';
import type { Clock } from '../../src/time/clock.ts';

export const COOLDOWN_MS = 180_000;

export function msisdn(text: string): Msisdn {
  const reading = readMsisdn(text);
  if (!reading.ok) throw new TypeError(`${text} is ${reading.fault}`);
  return reading.msisdn;
}

/** What the use cases take, in one object; a test passes it to each of them. */
export interface TestCompanion extends InitiateOptions, Omit<SendInitiationOptions, 'operator'>, PollerOptions {
  readonly sendingIds: InitiateOptions['sendingIds'];
  readonly operator: Operator;
  readonly subscriptions: Subscriptions;
}

export interface TestCompanionOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly operator: Operator;
}

/** A storage on a store, whose hooks also send e-mails. */
export function storageOn(store: Store, clock: Clock): Storage {
  return {
    store,
    clock,
    owner: randomBytes(6).toString('hex'),
    webhooks: { environment: 'sandbox', partnerName: 'Tsena', cooldownMs: COOLDOWN_MS },
    hooks: backofficeHooks(() => true),
  };
}

/**
 * The parts of a companion on a store, as `assemble` connects them, without the background workers. A caller waits for
 * the operator's answer, however long that takes.
 */
export function testCompanion(options: TestCompanionOptions): TestCompanion {
  const { store, clock, operator } = options;
  const log = createLog('silent');
  const stopping = new AbortController().signal;
  const subscriptions = createSubscriptions(() => clock.now());
  const { publish, hasSubscribers } = subscriptions;
  const storage = storageOn(store, clock);
  const changes = createPaymentChanges({
    storage,
    log,
    publish,
    onChanged: () => undefined,
    onEnqueued: () => undefined,
  });
  const sending: SendInitiationOptions = {
    storage,
    operator,
    changes,
    log,
    partnerName: 'Tsena',
    userLanguage: 'MG',
    cooldownMs: COOLDOWN_MS,
    callbackBaseUrl: 'http://companion.test',
    stopping,
    stopped: new AbortController().signal,
    publish,
    checkIfDue: () => undefined,
    wall: () => clock.now(),
    random: () => 0.5,
    at: () => undefined,
  };
  return {
    ...sending,
    operator,
    subscriptions,
    hasSubscribers,
    partnerMsisdn: msisdn('0343500004'),
    cooldownMs: COOLDOWN_MS,
    limits: { perMsisdn: null, perIp: null, perLink: null },
    leases: new Set(),
    sendingIds: new Map(),
    sendQueue: createSendQueue(64, 1000, stopping),
    requestsInProgress: createRequestsInProgress(),
    send: (...attempt) => sendInitiation(sending, ...attempt),
    waitForAnswer: (_payment, sent) => sent,
  };
}

/** The press of a shopper who pays an order of Ar 25,000. */
export function requestFor(order = 'ORDER-1'): InitiateRequest {
  const claims = { sub: order as OrderReference, amount: 25_000 as Ariary, currency: 'MGA' } as const;
  return { claims, msisdn: msisdn('0343500003'), language: 'fr', addressHash: null };
}

/** Opens a payment, waits until its request is answered, and throws if that is not allowed. */
export async function payWith(companion: TestCompanion, order?: string): Promise<StoredPayment> {
  const opening = await initiate(companion, requestFor(order));
  if (opening.kind !== 'opened') throw new Error(`the attempt was not opened: ${opening.kind}`);
  await companion.sendingIds.get(opening.payment.id);
  return opening.payment;
}
