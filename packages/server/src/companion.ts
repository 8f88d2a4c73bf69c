import { randomBytes } from 'node:crypto';
import { Router } from 'express';
import pLimit from 'p-limit';
import type { Registry } from 'prom-client';
import { backofficeHooks } from './backoffice/hooks.ts';
import { cancelPaymentLink, createLink, openOrderPage } from './backoffice/links/paymentLinks.ts';
import { createMailer } from './backoffice/mail/mailer.ts';
import { LONGEST_MAIL_DELAY_MS } from './backoffice/mail/mailSchedule.ts';
import { createSmtp, type Smtp } from './backoffice/mail/smtp.ts';
import { keepQueueingSummaries } from './backoffice/mail/summaries.ts';
import { recordRefund, voidRefund } from './backoffice/refunds/refund.ts';
import { createSetup } from './backoffice/setup/setup.ts';
import { importStatement } from './backoffice/statements/reconcileStatement.ts';
import { eraseStatementPayers } from './backoffice/statements/statementRows.ts';
import { monotonicClock, surely, systemClock } from './clock.ts';
import type { Settings } from './config/settings.ts';
import { createChangeWatchers } from './core/live/changeWatchers.ts';
import { afterClockStep, createClockSteps } from './core/live/clockSteps.ts';
import { createRemoteChanges, withNotifications } from './core/live/remoteChanges.ts';
import { createRequestsInProgress } from './core/live/requestsInProgress.ts';
import { createSendQueue, type SendQueue } from './core/live/sendQueue.ts';
import { createSubscriptions, type Subscriptions } from './core/live/subscriptions.ts';
import { createOperator } from './core/operator/client.ts';
import type { OperatorHttp } from './core/operator/http.ts';
import { createOrderTokens } from './core/orders/orderToken.ts';
import { createPageForms } from './core/orders/pageForm.ts';
import { createPageTokens } from './core/orders/pageToken.ts';
import { type InitiateOptions, initiate } from './core/payments/initiate.ts';
import { createPaymentChanges, type PaymentChanges } from './core/payments/paymentChanges.ts';
import { readTransaction } from './core/payments/readTransaction.ts';
import { receiveCallback } from './core/payments/receiveCallback.ts';
import { resolvePayment } from './core/payments/resolve.ts';
import { type SendInitiationOptions, sendInitiation } from './core/payments/sendInitiation.ts';
import type { AtStep, Step } from './core/payments/steps.ts';
import { submitReference } from './core/payments/submitReference.ts';
import { LONGEST_DELAYS_MS } from './core/rules/deliverySchedule.ts';
import type { Storage } from './core/storage/storage.ts';
import { createTokenStore } from './core/storage/tokenStore.ts';
import { viewForMerchant } from './core/views/merchantPayment.ts';
import { viewPayment } from './core/views/payment.ts';
import { createDeliverer, type Deliverer } from './core/webhooks/deliver.ts';
import { type EventHandler, handlerSink } from './core/webhooks/handlerSink.ts';
import { httpSink } from './core/webhooks/httpSink.ts';
import type { Sink } from './core/webhooks/sink.ts';
import { keepLeases } from './core/workers/keepLeases.ts';
import { createPoller } from './core/workers/poller.ts';
import { openStoreOf } from './database/databaseEnvironment.ts';
import { excessiveClockOffset, followDatabaseTime } from './database/databaseTime.ts';
import { createNotifications } from './database/notifications.ts';
import { cannotBeOpened, isStorageFailure } from './database/storageFailure.ts';
import type { Store } from './database/store.ts';
import { assetRouter } from './http/assets.ts';
import { callbackRouter } from './http/callbacks.ts';
import { checkoutRouter } from './http/checkout.ts';
import { createAddressReader } from './http/clientAddress.ts';
import { isCompanionPath } from './http/companionPaths.ts';
import type { HttpContext } from './http/context.ts';
import { dashboardRouter } from './http/dashboard.ts';
import { healthRouter } from './http/health.ts';
import { merchantRouter } from './http/merchant.ts';
import { createMetrics } from './http/metrics.ts';
import { metricsRouter } from './http/metricsRouter.ts';
import { openApiRouter } from './http/openapi.ts';
import { createOpenStreams } from './http/openStreams.ts';
import { pageRouter } from './http/pages.ts';
import { notFound, problemHandler } from './http/problem.ts';
import { createPaymentReader, type Handler } from './http/readPayment.ts';
import { logResponseErrors } from './http/responseErrors.ts';
import { assignRequestId, securityHeaders } from './http/security.ts';
import { createLog, type Log, secretsOf } from './log.ts';
import { keepErasing } from './maintenance/eraser.ts';
import { waitWithin } from './waitWithin.ts';

/** How long a stop waits for what is in progress, ms; the rest of the ten seconds is for writing. */
const FINISH_WITHIN_MS = 8000;

/** Initiations that are sent side by side, and that wait. The leases of those that wait are renewed. */
const MAX_SENDS = 64;
const MAX_WAITING_SENDS = 10_000;

/** How long `POST /v1/payments` waits for the operator's answer, ms. */
const ANSWER_WITHIN_MS = 5000;

/** How often an event stream without news sends a heartbeat, ms: before proxies close a silent connection. */
const HEARTBEAT_MS = 15_000;

/** How long an instance whose clock may be wrong leaves webhooks to the others, ms. */
const LEAVE_WEBHOOKS_MS = 10_000;

/** What {@link createCompanion} takes. */
export interface CompanionOptions {
  readonly settings: Settings;
  /** Called with every webhook event instead of WEBHOOK_URL, in order for each payment, and again until it resolves. */
  readonly onEvent?: EventHandler;
  readonly log?: Log;
  /** For tests: called at each named step of a payment. */
  readonly at?: (step: Step) => void;
  /** For tests: another wall clock than this machine's, ms since 1970. */
  readonly wall?: () => number;
  /** For tests: how often event streams send a heartbeat, ms. */
  readonly heartbeatMs?: number;
  /** For tests: carries the requests to the operator instead of HTTP. */
  readonly operatorHttp?: OperatorHttp;
  /** For tests: takes the e-mails instead of the SMTP server. */
  readonly smtp?: Smtp;
}

/** A running companion, to be mounted in an Express app. */
export interface Companion {
  /** All endpoints of the companion; other requests go on to the app. */
  readonly router: Router;
  /** The metrics of `/metrics`, to be merged with the host's own. */
  readonly metrics: Registry;
  /**
   * Begins to check payments and to deliver webhooks; does nothing once the companion stops.
   *
   * @throws StorageUnavailable if the database has gone away since it was opened
   */
  start(): Promise<void>;
  /**
   * Ends streams, refuses new payments (503 `shutting_down`), finishes what is in progress, gives leases back and closes the database,
   * within 10 s.
   *
   * @param requestsEnded resolves when the host's server has answered its last request; later ones find the database closed
   */
  stop(requestsEnded?: Promise<void>): Promise<void>;
}

/** A companion with its parts, for the process entry and for tests. */
export interface AssembledCompanion extends Companion {
  /** Answers `GET /v1/payments/{id}` and passes other requests on; for a server that puts it ahead of Express. */
  readonly polls: Handler;
  readonly context: HttpContext;
  readonly storage: Storage;
  readonly changes: PaymentChanges;
  readonly subscriptions: Subscriptions;
  readonly sendQueue: SendQueue;
}

/**
 * Opens the database and creates the companion.
 *
 * @throws StorageUnavailable if the database cannot be opened
 * @throws WrongEnvironment if the database belongs to the other environment
 * @example
 * const companion = await createCompanion({ settings: readSettings(process.env), onEvent: async (event) => fulfil(event.data.order) });
 * app.use('/pay', companion.router);
 * await companion.start();
 */
export async function createCompanion(options: CompanionOptions): Promise<Companion> {
  const { router, metrics, start, stop } = await assembleCompanion(options);
  return { router, metrics, start, stop };
}

/** {@link createCompanion} for the process entry and for tests. */
export async function assembleCompanion(options: CompanionOptions): Promise<AssembledCompanion> {
  const { settings } = options;
  const log = options.log ?? createLog(settings.logLevel, undefined, secretsOf(settings));
  const store = await openStoreOf(settings);
  const parts = assemble(options, log, store);
  const { context, storage, operator, requestsInProgress, poller, deliverer, mailer, remoteChanges, clockSteps, stopping, stopped } = parts;

  let workers: Workers | undefined;
  let starting = Promise.resolve();

  return {
    router: companionRouter(context),
    polls: createPaymentReader(context),
    context,
    storage,
    changes: parts.changes,
    subscriptions: context.subscriptions,
    sendQueue: parts.sendQueue,
    metrics: context.metrics.registry,
    start() {
      if (!stopping.signal.aborted) {
        workers = startWorkers(parts, settings, log);
        starting = workers.started;
      }
      return starting;
    },
    async stop(requestsEnded = Promise.resolve()) {
      stopping.abort();
      const giveUp = setTimeout(() => stopped.abort(), FINISH_WITHIN_MS);
      const abandoned = new Promise<void>((resolve) => stopped.signal.addEventListener('abort', () => resolve()));
      const unlessAbandoned = (work: Promise<unknown>) =>
        Promise.race([work.catch((error: unknown) => log.error({ err: error }, 'an error occurred during the stop')), abandoned]);
      // The loops end at once, so that none is left if the time is over first.
      const finished = [starting, requestsEnded.then(() => requestsInProgress.idle()), poller.stop(), deliverer?.stop(), mailer?.stop()];
      await unlessAbandoned(Promise.all(finished));
      await unlessAbandoned(Promise.all([remoteChanges.stop(), clockSteps.stop(), workers?.stopFollowingTime()]));
      clearTimeout(giveUp);
      stopped.abort();
      workers?.stopTimers();
      operator.close();
      await store.close();
    },
  };
}

/** The background work of a companion, apart from the workers that stop themselves. */
interface Workers {
  /** Resolves when all workers have begun. */
  readonly started: Promise<void>;
  stopTimers(): void;
  stopFollowingTime(): Promise<void>;
}

/** Begins the background work. Does not go on once the companion stops. */
export function startWorkers(parts: ReturnType<typeof assemble>, settings: Settings, log: Log): Workers {
  const { storage, leases, poller, deliverer, mailer, remoteChanges, clockSteps, wall, stopping } = parts;
  const { databaseTime } = storage.store;
  const stops = [
    keepLeases({ storage, log, leases }),
    keepErasing({ storage, log, retainDays: settings.retainDays, eraseOthers: { statements: eraseStatementPayers } }),
  ];
  remoteChanges.start();
  const stopFollowingTime = databaseTime === null ? async () => undefined : followDatabaseTime(databaseTime, wall, log);

  async function begin(): Promise<void> {
    const longest = { longestDelaysMs: LONGEST_DELAYS_MS, longestMailDelayMs: LONGEST_MAIL_DELAY_MS };
    await clockSteps.start((byMs) => afterClockStep({ storage, leases, ...longest }, byMs));
    await poller.start();
    if (stopping.signal.aborted) return;
    deliverer?.start();
    mailer?.start();
    if (mailer !== undefined) stops.push(keepQueueingSummaries({ storage, log, onQueued: mailer.wake }));
  }

  return {
    // The database can go away after it was opened.
    started: begin().catch((error: unknown) => {
      throw isStorageFailure(error) ? cannotBeOpened(error) : error;
    }),
    stopTimers() {
      for (const stop of stops) stop();
    },
    stopFollowingTime,
  };
}

/**
 * Creates the parts and connects them, without starting anything. The command line works with them too.
 *
 * @param webhooksEnabled whether events go into the outbox although this process delivers none
 */
export function assemble(options: CompanionOptions, log: Log, store: Store, webhooksEnabled = false) {
  const { settings } = options;
  const { partnerMsisdn, partnerName, userLanguage } = settings.merchant;
  const wall = options.wall ?? Date.now;
  const at: AtStep = options.at ?? (() => undefined);
  const random = Math.random;
  const stopping = new AbortController();
  const stopped = new AbortController();

  const clockSteps = createClockSteps({ log, stopping: stopping.signal });
  // Instances that share a database share its clock.
  const clock = systemClock(store.databaseTime?.now ?? wall, undefined, clockSteps.stepped);
  const viewSettings = () => ({
    environment: settings.operator.environment,
    partnerName,
    cooldownMs: surely(clock, settings.attemptCooldownMs),
    now: clock.now(),
  });
  const sink = sinkOf(options, wall);
  const storage: Storage = {
    store,
    clock,
    owner: randomBytes(9).toString('base64url'),
    webhooks:
      webhooksEnabled || sink !== undefined
        ? { environment: settings.operator.environment, partnerName, cooldownMs: settings.attemptCooldownMs }
        : null,
    hooks: backofficeHooks({ queuesMails: settings.mail !== null }),
  };
  const metrics = createMetrics(storage);
  const operator = createOperator({
    settings,
    clock: monotonicClock,
    wallClock: { now: wall },
    log,
    observe: metrics.operatorCall,
    onPause: metrics.operatorPause,
    ...(options.operatorHttp === undefined ? {} : { http: options.operatorHttp }),
    ...(store.kind === 'postgres'
      ? { sharedToken: { store: createTokenStore({ store, owner: storage.owner, operator: settings.operator }), clock } }
      : {}),
  });

  const deliverer: Deliverer | undefined =
    sink === undefined
      ? undefined
      : createDeliverer({
          storage,
          sink,
          log,
          random,
          // A shop refuses a webhook that is signed at a wrong time: an instance with a right clock makes the first attempt.
          leaveToOthersMs: () =>
            store.databaseTime !== null && excessiveClockOffset(store.databaseTime, wall) !== 0 ? LEAVE_WEBHOOKS_MS : 0,
          onAnswered: () => at('webhook answered'),
          onAttempted: metrics.webhookAttempted,
        });
  const wakeDeliverer = () => deliverer?.wake();
  const { mail } = settings;
  const mailer =
    mail === null
      ? undefined
      : createMailer({
          storage,
          smtp: options.smtp ?? createSmtp(mail.server),
          mail,
          environment: settings.operator.environment,
          partnerName,
          log,
          random,
          stopped: stopped.signal,
          onSent: () => at('mail sent'),
          onAttempted: metrics.mailAttempted,
        });

  const notifications = store.connect === null ? null : createNotifications({ connect: store.connect, store, log });
  const local = createSubscriptions(() => monotonicClock.now());
  const watchers = createChangeWatchers();
  const subscriptions = withNotifications(local, watchers, notifications);
  const { publish, hasSubscribers } = subscriptions;
  const changes = createPaymentChanges({
    storage,
    log,
    publish,
    onChanged: metrics.paymentChanged,
    onEnqueued() {
      deliverer?.wake();
      mailer?.wake();
    },
  });

  const leases: InitiateOptions['leases'] = new Set();
  const sendingIds: InitiateOptions['sendingIds'] = new Map();
  const requestsInProgress = createRequestsInProgress();
  const sendQueue = createSendQueue(MAX_SENDS, MAX_WAITING_SENDS, stopping.signal);
  const poller = createPoller({ storage, operator, changes, log, leases, sendingIds, partnerMsisdn, hasSubscribers, random, at });
  const { checkIfDue, bringForward } = poller;
  // Payments that other processes change are published here only: those processes have notified the others.
  const remoteChanges = createRemoteChanges({ storage, subscriptions: local, watchers, log, notifications, bringForward });

  const callbackBaseUrl = settings.callbackBaseUrl ?? settings.publicUrl;
  const signals = { stopping: stopping.signal, stopped: stopped.signal };
  const sendOptions: SendInitiationOptions = {
    storage,
    operator,
    changes,
    log,
    userLanguage,
    cooldownMs: settings.attemptCooldownMs,
    callbackBaseUrl,
    publish,
    checkIfDue,
    wall,
    random,
    at,
    ...signals,
  };
  const initiateOptions: InitiateOptions = {
    storage,
    changes,
    log,
    callbackBaseUrl,
    leases,
    sendingIds,
    sendQueue,
    requestsInProgress,
    ...signals,
    limits: settings.limits,
    cooldownMs: settings.attemptCooldownMs,
    send: (created, callbackSecret) => sendInitiation(sendOptions, created, callbackSecret),
    waitForAnswer: (_payment, sent) => waitWithin(sent, ANSWER_WITHIN_MS),
  };
  const referenceOptions = { storage, operator, changes, partnerMsisdn };
  const isProduction = settings.operator.environment === 'production';
  const linkOptions = { storage, publicUrl: settings.publicUrl, isProduction };

  const oneImport = pLimit(1);

  const streaming = {
    stopping: stopping.signal,
    metrics,
    addressOf: createAddressReader(settings.http.trustProxy),
    heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
  };
  const context: HttpContext = {
    storage,
    operator,
    subscriptions,
    watchers,
    streams: createOpenStreams({ ...streaming, limits: settings.http }),
    poller,
    settings,
    log,
    requestsInProgress,
    wakeDeliverer,
    ...streaming,
    orderTokens: createOrderTokens(settings.orderTokenSecrets, { now: wall }, isProduction),
    pageForms: createPageForms(settings.orderTokenSecrets, { now: wall }),
    pageTokens: createPageTokens(settings.orderTokenSecrets, { now: wall }),
    initiate: (request) => initiate(initiateOptions, request),
    submitReference: (id, transactionReference) => submitReference(referenceOptions, id, transactionReference),
    createLink: (request) => createLink(linkOptions, request),
    cancelLink: (id, by) => cancelPaymentLink(linkOptions, id, by),
    openOrderPage: (claims) => openOrderPage(linkOptions, claims),
    resolvePayment: (id, body, by) => resolvePayment(referenceOptions, id, body, by),
    readTransaction: (transactionReference) => readTransaction({ storage, operator, partnerMsisdn }, transactionReference),
    recordRefund: (id, request) => recordRefund({ storage, changes }, id, request),
    voidRefund: (id, reason, by) => voidRefund({ storage, changes }, id, reason, by),
    readSetup: createSetup({
      db: store.db,
      settings,
      operator,
      webhooksEnabled: storage.webhooks !== null,
      clock,
      steadyClock: monotonicClock,
      wall,
    }),
    importStatement: (request) => oneImport(() => importStatement(storage, request, at)),
    async storeCallback(secret, note) {
      const payment = await receiveCallback(storage, secret, note);
      if (payment === undefined) return undefined;
      at('callback stored');
      checkIfDue(payment.id);
      return payment;
    },
    view: (payment, language) => viewPayment(payment, { ...viewSettings(), language }),
    viewForMerchant: (payment, reviewReasons, language) => viewForMerchant(payment, reviewReasons, { ...viewSettings(), language }),
  };
  return {
    context,
    storage,
    operator,
    changes,
    sendQueue,
    leases,
    requestsInProgress,
    poller,
    deliverer,
    mailer,
    remoteChanges,
    clockSteps,
    wall,
    stopping,
    stopped,
  };
}

/** Where webhook events go; undefined: nowhere. */
function sinkOf({ onEvent, settings }: CompanionOptions, wall: () => number): Sink | undefined {
  if (onEvent !== undefined) return handlerSink(onEvent);
  return settings.webhook === null ? undefined : httpSink(settings.webhook, undefined, wall);
}

function companionRouter(context: HttpContext): Router {
  const { settings, metrics, storage, log, stopping } = context;
  const hasDashboard = settings.merchantApiKey !== null;
  const router = Router();
  // Requests that are not the companion's leave unchanged: a host app may mount it at its root.
  router.use((request, _response, next) => next(isCompanionPath(request.path, hasDashboard) ? undefined : 'router'));
  router.use((_request, response, next) => {
    logResponseErrors(response, log);
    next();
  });
  router.use(assignRequestId, metrics.requests, securityHeaders());
  router.use(assetRouter());
  router.use(callbackRouter(context));
  router.use(checkoutRouter(context));
  router.use(pageRouter(context));
  router.use(merchantRouter(context));
  if (hasDashboard) router.use(dashboardRouter());
  router.use(openApiRouter());
  router.use(healthRouter(storage.store, () => stopping.aborted));
  router.use(metricsRouter(metrics.registry, settings.metricsToken));
  router.use(notFound);
  router.use(problemHandler(log));
  return router;
}
