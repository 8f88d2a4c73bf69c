import type { Language } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { ResolveBody, ReviewReason } from '@tsena/shared/merchant';
import { missingSettings } from '../config/mergeSettings.ts';
import { callbackBase, cooldownMs, type FixedSettings, type ReadCurrent } from '../config/settings.ts';
import { excessiveClockOffset } from '../database/databaseTime.ts';
import { createNotifications } from '../database/notifications.ts';
import type { StoredPayment } from '../database/schema.ts';
import type { Log } from '../log/log.ts';
import { cooldownBy, monotonicClock } from '../time/clock.ts';
import { waitWithin } from '../time/waitWithin.ts';
import { createChangeWatchers } from './live/changeWatchers.ts';
import { createRemoteChanges, withNotifications } from './live/remoteChanges.ts';
import { createRequestsInProgress } from './live/requestsInProgress.ts';
import { createSendQueue } from './live/sendQueue.ts';
import { createSubscriptions, type Subscriptions } from './live/subscriptions.ts';
import { createOperator, type ObservedCall, type ObservedPause, type Operator } from './operator/client.ts';
import type { OperatorHttp } from './operator/http.ts';
import type { Alongside } from './payments/applyDecision.ts';
import { type InitiateOptions, type InitiateRequest, initiate } from './payments/initiate.ts';
import { createPaymentChanges, type PaymentChanges } from './payments/paymentChanges.ts';
import { readTransaction } from './payments/readTransaction.ts';
import { receiveCallback } from './payments/receiveCallback.ts';
import { resolvePayment } from './payments/resolve.ts';
import { type SendInitiationOptions, sendInitiation } from './payments/sendInitiation.ts';
import type { AtStep } from './payments/steps.ts';
import { submitReference } from './payments/submitReference.ts';
import type { PaymentChange } from './rules/decision.ts';
import type { CallbackNote } from './rules/decisions/callback.ts';
import { ANSWER_WITHIN_MS } from './rules/opening.ts';
import type { Attempts } from './rules/view.ts';
import type { OpenOnce } from './storage/attempts.ts';
import type { LeasedPayment } from './storage/leases.ts';
import { attemptsOf } from './storage/reads.ts';
import type { Storage } from './storage/storage.ts';
import { createTokenStore } from './storage/tokenStore.ts';
import { viewForMerchant } from './views/merchantPayment.ts';
import { viewPayment } from './views/payment.ts';
import { createDeliverer, type Deliverer } from './webhooks/deliver.ts';
import type { Sink } from './webhooks/sink.ts';
import { createPoller, type Poller } from './workers/poller.ts';

/** Initiations that are sent side by side, and that wait. The leases of those that wait are renewed. */
const MAX_SENDS = 64;
const MAX_WAITING_SENDS = 10_000;

/** When a shopper may try again while the merchant has no name yet, ms. */
const SETUP_RETRY_MS = 60_000;

/** Without its settings, the companion takes no payment and sends nothing. */
const NOT_SET_UP = { kind: 'limited', code: 'setup_incomplete', retryAfterMs: SETUP_RETRY_MS } as const;

/** How long an instance whose clock may be wrong leaves webhooks to the others, ms. */
const LEAVE_WEBHOOKS_MS = 10_000;

/** Counts what happens. */
export interface CoreObserver {
  operatorCall(call: ObservedCall): void;
  operatorPause(pause: ObservedPause): void;
  paymentChanged(payment: StoredPayment, change: PaymentChange): void;
  webhookAttempted(outcome: 'delivered' | 'retried' | 'failed'): void;
}

/** What {@link createCore} takes. */
export interface CoreOptions {
  readonly settings: FixedSettings;
  readonly current: ReadCurrent;
  /** Reads the settings again, which another instance may have changed. */
  reloadSettings(): Promise<void>;
  readonly storage: Storage;
  readonly log: Log;
  readonly observer: CoreObserver;
  /** Where webhook events go, and whether they can go there now. */
  readonly sink: { readonly deliver: Sink; hasTarget(): boolean };
  /** Ms since 1970 by the wall clock. */
  readonly wall: () => number;
  readonly at: AtStep;
  readonly operatorHttp: OperatorHttp | undefined;
  /** Aborted when the companion begins to stop: nothing that waits is sent. */
  readonly stopping: AbortSignal;
  /** Aborted when the companion can wait no longer. */
  readonly stopped: AbortSignal;
  /** Called when a change may have queued e-mails. */
  onChangeWritten(): void;
}

/** What can be done with payments. */
export type PaymentUseCases = ReturnType<typeof paymentUseCases>;

/** The life of payments: its parts, connected, with no worker started. */
export type Core = ReturnType<typeof createCore>;

/** Connects the parts of the core. */
export function createCore(options: CoreOptions) {
  const { settings, storage, log, observer, at } = options;
  const operator = createOperatorOf(options);
  const deliverer = createDelivererOf(options);
  const { store } = storage;

  const notifications = store.connect === null ? null : createNotifications({ connect: store.connect, store, log });
  const local = createSubscriptions(() => monotonicClock.now());
  /** Those who watch all payments. */
  const watchers = createChangeWatchers();
  const subscriptions = withNotifications(local, watchers, notifications);
  const changes = createPaymentChanges({
    storage,
    log,
    publish: subscriptions.publish,
    onChanged: observer.paymentChanged,
    onEnqueued() {
      deliverer.wake();
      options.onChangeWritten();
    },
  });

  /** The leases under which this process works now. */
  const leases = new Set<LeasedPayment>();
  const sendingIds: InitiateOptions['sendingIds'] = new Map();
  const { PARTNER_MSISDN: partnerMsisdn } = settings;
  const { hasSubscribers } = subscriptions;
  const checking = { storage, operator, changes, log, leases, sendingIds, partnerMsisdn, hasSubscribers, at };
  const poller = createPoller({ ...checking, random: Math.random });
  // Payments that other processes change are published here only: those processes have notified the others.
  const remoteChanges = createRemoteChanges({
    storage,
    watchers,
    log,
    notifications,
    subscriptions: local,
    bringForward: poller.bringForward,
    reloadSettings: options.reloadSettings,
  });
  const parts = { storage, operator, changes, subscriptions, poller, leases, sendingIds };
  const initiateOptions = initiateOptionsOf(options, parts);
  const { sendQueue, requestsInProgress } = initiateOptions;
  const useCases = paymentUseCases(options, parts, initiateOptions);
  return { ...parts, watchers, remoteChanges, sendQueue, requestsInProgress, deliverer, ...useCases };
}

interface Parts extends Pick<InitiateOptions, 'storage' | 'sendingIds'> {
  readonly operator: Operator;
  readonly changes: PaymentChanges;
  readonly subscriptions: Subscriptions;
  readonly poller: Poller;
  readonly leases: Set<LeasedPayment>;
}

function createOperatorOf({
  settings,
  current,
  storage,
  log,
  observer,
  wall,
  operatorHttp,
  stopping,
}: CoreOptions): Operator {
  const { store, clock, owner } = storage;
  return createOperator({
    settings,
    current,
    clock: monotonicClock,
    wallClock: { now: wall },
    log,
    observe: observer.operatorCall,
    onPause: observer.operatorPause,
    stopping,
    ...(operatorHttp === undefined ? {} : { http: operatorHttp }),
    ...(store.kind === 'postgres'
      ? { sharedToken: { store: createTokenStore({ store, owner, settings }), clock } }
      : {}),
  });
}

function createDelivererOf({ storage, sink, log, observer, wall, at }: CoreOptions): Deliverer {
  const { databaseTime } = storage.store;
  return createDeliverer({
    storage,
    sink: sink.deliver,
    hasTarget: sink.hasTarget,
    log,
    random: Math.random,
    // A shop refuses a webhook that is signed at a wrong time: an instance with a right clock makes the first attempt.
    leaveToOthersMs: () =>
      databaseTime !== null && excessiveClockOffset(databaseTime, wall) !== 0 ? LEAVE_WEBHOOKS_MS : 0,
    onAnswered: () => at('webhook answered'),
    onAttempted: observer.webhookAttempted,
  });
}

/**
 * What a payment takes from the merchant's settings. It is read once for each, so that a change of settings changes no
 * payment that has begun.
 */
type InitiationSettings = Pick<SendInitiationOptions, 'partnerName' | 'callbackBaseUrl' | 'userLanguage'>;

function initiateOptionsOf({ settings, log, wall, at, stopping, stopped }: CoreOptions, parts: Parts) {
  const { storage, operator, changes, subscriptions, poller, leases, sendingIds } = parts;
  const shared = { storage, operator, changes, log, wall, stopping, stopped, cooldownMs: cooldownMs(settings) };
  const sending = {
    ...shared,
    at,
    publish: subscriptions.publish,
    checkIfDue: poller.checkIfDue,
    random: Math.random,
  };
  const lasting = {
    ...shared,
    leases,
    sendingIds,
    limits: { perMsisdn: settings.LIMIT_PER_MSISDN, perIp: settings.LIMIT_PER_IP, perLink: settings.LIMIT_PER_LINK },
    partnerMsisdn: settings.PARTNER_MSISDN,
    sendQueue: createSendQueue(MAX_SENDS, MAX_WAITING_SENDS, stopping),
    requestsInProgress: createRequestsInProgress(),
    waitForAnswer: (_payment: StoredPayment, sent: Promise<StoredPayment>) => waitWithin(sent, ANSWER_WITHIN_MS),
  };
  return {
    ...lasting,
    with: (own: InitiationSettings): InitiateOptions => ({
      ...lasting,
      callbackBaseUrl: own.callbackBaseUrl,
      send: (...attempt) => sendInitiation({ ...sending, ...own }, ...attempt),
    }),
  };
}

function paymentUseCases(options: CoreOptions, parts: Parts, initiateOptions: ReturnType<typeof initiateOptionsOf>) {
  const { settings, current, storage, at } = options;
  const { PARTNER_MSISDN: partnerMsisdn } = settings;
  const referenceOptions = {
    storage,
    operator: parts.operator,
    changes: parts.changes,
    partnerMsisdn,
    cooldownMs: cooldownMs(settings),
  };
  const viewSettings = () => ({
    environment: settings.OPERATOR_ENVIRONMENT,
    partnerName: current().PARTNER_NAME,
    cooldownMs: cooldownBy(storage.clock, cooldownMs(settings)),
    now: storage.clock.now(),
  });
  const ready = (): InitiationSettings | null => {
    const own = current();
    if (missingSettings(own).length > 0) return null;
    return { partnerName: own.PARTNER_NAME, userLanguage: own.USER_LANGUAGE, callbackBaseUrl: callbackBase(own) };
  };
  return {
    async initiate(request: InitiateRequest) {
      const own = ready();
      return own === null ? NOT_SET_UP : initiate(initiateOptions.with(own), request);
    },
    /** @param once guards the opening by an Idempotency-Key */
    async initiateOnce(request: InitiateRequest, once: OpenOnce) {
      const own = ready();
      return own === null ? NOT_SET_UP : initiate(initiateOptions.with(own), request, once);
    },
    submitReference: (id: PaymentId, transactionReference: string) =>
      submitReference(referenceOptions, id, transactionReference),
    /**
     * @param by the name of the key, for the history
     * @param alongside what else the transaction writes
     */
    resolvePayment: (id: PaymentId, body: ResolveBody, by: string, alongside?: Alongside) =>
      resolvePayment(referenceOptions, id, body, by, alongside),
    readTransaction: (transactionReference: string) => readTransaction(referenceOptions, transactionReference),
    /** Stores a callback and checks its payment; undefined if no payment has this secret. */
    async storeCallback(secret: string, note: CallbackNote) {
      const payment = await receiveCallback(storage, secret, note);
      if (payment === undefined) return undefined;
      at('callback stored');
      parts.poller.checkIfDue(payment.id);
      return payment;
    },
    /**
     * A payment as a browser sees it. The failure's sentence is in `language`, by default the shopper's.
     *
     * @param attempts all payments of its order, newest first
     */
    view: (payment: StoredPayment, attempts: Attempts, language?: Language) =>
      viewPayment(payment, attempts, { ...viewSettings(), language }),
    /** Reads the payment as it is now, with the others of its order, and shows it to a browser. */
    async readView(payment: StoredPayment, language?: Language) {
      const attempts = await attemptsOf(storage.store.db, payment.order_reference);
      const newest = attempts.find(({ id }) => id === payment.id) ?? payment;
      return viewPayment(newest, attempts, { ...viewSettings(), language });
    },
    /** A payment as the merchant sees it. */
    viewForMerchant: (
      payment: StoredPayment,
      attempts: Attempts,
      reviewReasons: readonly ReviewReason[],
      language: Language,
    ) => viewForMerchant(payment, attempts, reviewReasons, { ...viewSettings(), language }),
  };
}
