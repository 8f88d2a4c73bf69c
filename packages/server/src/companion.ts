import { randomBytes } from 'node:crypto';
import { Router } from 'express';
import type { Registry } from 'prom-client';
import { monotonicClock, surely, systemClock } from './clock.ts';
import type { Settings } from './config.ts';
import { assetRouter } from './http/assets.ts';
import { callbackRouter } from './http/callbacks.ts';
import { checkoutRouter } from './http/checkout.ts';
import { clientAddresses } from './http/clientAddress.ts';
import type { HttpContext } from './http/context.ts';
import { dashboardRouter } from './http/dashboard.ts';
import { healthRouter } from './http/health.ts';
import { merchantRouter } from './http/merchant.ts';
import { createMetrics } from './http/metrics.ts';
import { openApiRouter } from './http/openapi.ts';
import { isOwnPath } from './http/ownPaths.ts';
import { answerPolls, type Handler } from './http/poll.ts';
import { notFound, problemHandler } from './http/problem.ts';
import { logResponseErrors } from './http/responseErrors.ts';
import { scrapeRouter } from './http/scrape.ts';
import { requestId, securityHeaders } from './http/security.ts';
import { createLog, type Log } from './log.ts';
import { createOperator } from './operator/client.ts';
import { createOrderTokens } from './orders/orderToken.ts';
import { createClockSteps } from './payments/clockSteps.ts';
import { type Engine, keepLeases, type Step } from './payments/engine.ts';
import { createInFlight } from './payments/inFlight.ts';
import { viewForMerchant, viewForWebhook } from './payments/merchantView.ts';
import { createPoller } from './payments/poller.ts';
import { announcing, createRemoteChanges } from './payments/remoteChanges.ts';
import { createSendQueue } from './payments/sendQueue.ts';
import { createLive } from './payments/subscribers.ts';
import { viewPayment } from './payments/view.ts';
import { excessiveClockOffset, followDatabaseTime } from './storage/databaseTime.ts';
import { erasePayers, isTimeCertain } from './storage/erasure.ts';
import { createNotifications } from './storage/notifications.ts';
import type { Storage } from './storage/storage.ts';
import { openStore, type Store } from './storage/store.ts';
import { createTokenStore } from './storage/tokenStore.ts';
import { waitWithin } from './waitWithin.ts';
import { createDeliverer } from './webhooks/deliver.ts';
import { type EventHandler, handlerSink } from './webhooks/handlerSink.ts';
import { httpSink } from './webhooks/httpSink.ts';
import { LONGEST_DELAYS } from './webhooks/schedule.ts';

/** How long a stop waits for what is in flight, ms; the rest of the ten seconds is for writing. */
const FINISH_WITHIN = 8000;

/** Initiations under way side by side, and waiting; with those that wait, an attempt's lease is renewed. */
const SENDS_AT_ONCE = 64;
const SENDS_WAITING = 10_000;

/** How long `POST /v1/payments` waits for the operator's answer, ms. */
const ANSWER_WITHIN_MS = 5000;

/** How often an event stream without news says that it is still there, ms: sooner than what lies between gives a silent connection up. */
const HEARTBEAT_MS = 15_000;

/** How long an instance whose clock may be wrong leaves webhooks to the others, ms. */
const LEAVE_WEBHOOKS_MS = 10_000;

/** How often RETAIN_DAYS is looked at, ms, and how soon again where it could not be. */
const SWEEP_EVERY = 24 * 60 * 60_000;
const ASK_TO_SWEEP_EVERY_MS = 60 * 60_000;

/** What {@link createCompanion} takes. */
export interface CompanionOptions {
  readonly settings: Settings;
  /** Called with every event in place of WEBHOOK_URL; again until it resolves, in order for each payment. */
  readonly onEvent?: EventHandler;
  readonly log?: Log;
  /** For tests: called at each named step of a payment. */
  readonly at?: (step: Step) => void;
  /** For tests: another wall clock than this machine's, in ms since 1970. */
  readonly wall?: () => number;
  /** For tests: how often event streams send a heartbeat, ms. */
  readonly heartbeatMs?: number;
}

/** A running companion, to be mounted in an Express app. */
export interface Companion {
  /** All its endpoints; what is none of them, it hands on. */
  readonly router: Router;
  /** Answers what every waiting page asks again and again, and hands on the rest; for a server that puts it ahead of Express. */
  readonly polls: Handler;
  readonly engine: Engine;
  readonly context: HttpContext;
  /** The figures of `/metrics`, to be merged with a host's own. */
  readonly metrics: Registry;
  /** Begins to follow payments and to deliver webhooks; nothing once the companion stops. */
  start(): Promise<void>;
  /**
   * Ends streams, takes on nothing new, finishes what is in flight, gives leases back, closes the store. Within 10 s.
   * New payments are refused from its call on (503 `shutting_down`).
   *
   * @param requestsEnded when the host's server has answered its last request; what comes later finds the store closed
   */
  stop(requestsEnded?: Promise<void>): Promise<void>;
}

/**
 * Opens the storage and assembles the companion.
 *
 * @throws StorageUnavailable if the database cannot be opened
 * @example
 * const companion = await createCompanion({ settings: readSettings(process.env), onEvent: async (event) => fulfil(event.data.order) });
 * app.use('/pay', companion.router);
 * await companion.start();
 */
export async function createCompanion(options: CompanionOptions): Promise<Companion> {
  const { settings } = options;
  const log = options.log ?? createLog(settings.logLevel);
  const store = await openStore(settings.databaseUrl);
  const assembled = assemble(options, log, store);
  const { engine, context, poller, deliverer, elsewhere, clockSteps, wall, stopping, stopped } = assembled;

  let keeping: (() => void) | undefined;
  let sweeping: (() => void) | undefined;
  let following: (() => Promise<void>) | undefined;
  let starting = Promise.resolve();

  async function begin(): Promise<void> {
    keeping = keepLeases(engine);
    sweeping = keepErasing(engine, settings.retainDays);
    elsewhere.start();
    if (store.databaseTime !== null) following = followDatabaseTime(store.databaseTime, wall, log);
    await clockSteps.start();
    await poller.start();
    if (!stopping.signal.aborted) deliverer?.start();
  }

  return {
    router: companionRouter(context, log),
    polls: answerPolls(context),
    engine,
    context,
    metrics: context.metrics.registry,
    start() {
      starting = stopping.signal.aborted ? Promise.resolve() : begin();
      return starting;
    },
    async stop(requestsEnded = Promise.resolve()) {
      stopping.abort();
      const giveUp = setTimeout(() => stopped.abort(), FINISH_WITHIN);
      const abandoned = new Promise<void>((resolve) => stopped.signal.addEventListener('abort', () => resolve()));
      const unlessAbandoned = (work: Promise<unknown>) =>
        Promise.race([work.catch((error: unknown) => log.error({ err: error }, 'the stop was not clean')), abandoned]);
      // The loops end at once, so that nothing of them is left if the time is over first.
      const finished = [starting, requestsEnded.then(() => engine.inFlight.idle()), poller.stop(), deliverer?.stop()];
      await unlessAbandoned(Promise.all(finished));
      await unlessAbandoned(Promise.all([elsewhere.stop(), clockSteps.stop(), following?.()]));
      clearTimeout(giveUp);
      stopped.abort();
      keeping?.();
      sweeping?.();
      engine.operator.close();
      await store.close();
    },
  };
}

/** Takes payers' numbers off old payments now and then every day, until the returned function is called. */
function keepErasing({ storage, log }: Engine, retainDays: number | null): () => void {
  if (retainDays === null) return () => undefined;
  const startedAt = performance.now();
  let dueAt = startedAt;
  const sweep = async () => {
    const now = performance.now();
    if (now < dueAt) return;
    if (!(await isTimeCertain(storage, now - startedAt))) {
      log.info('payers’ numbers stay for now: the clock may be wrong');
      return;
    }
    log.info({ forgotten: await erasePayers(storage, retainDays), retainDays }, 'payers’ numbers taken off old payments');
    dueAt = now + SWEEP_EVERY;
  };
  const run = () => {
    sweep().catch((error: unknown) => log.error({ err: error }, 'payers’ numbers could not be taken off old payments'));
  };
  run();
  const timer = setInterval(run, ASK_TO_SWEEP_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Wires the parts together without starting anything: the command line works with them too.
 *
 * @param webhooksEnabled whether events go into the outbox where this process itself has nobody to tell
 */
export function assemble(options: CompanionOptions, log: Log, store: Store, webhooksEnabled = false) {
  const { settings, onEvent } = options;
  const wall = options.wall ?? Date.now;
  // Where instances share a database they share its clock.
  const clock = systemClock(store.databaseTime?.now ?? wall, undefined, (by) => clockSteps.noticed(by));
  const stopping = new AbortController();
  const stopped = new AbortController();
  const viewSettings = () => ({
    environment: settings.operator.environment,
    partnerName: settings.merchant.partnerName,
    cooldownMs: surely(clock, settings.attemptCooldownMs),
    now: clock.now(),
  });
  const sink =
    onEvent !== undefined ? handlerSink(onEvent) : settings.webhook !== null ? httpSink(settings.webhook, undefined, wall) : undefined;
  const storage: Storage = {
    store,
    clock,
    owner: randomBytes(9).toString('base64url'),
    webhooksEnabled: webhooksEnabled || sink !== undefined,
    describe: (payment, reviewReasons) => viewForWebhook(payment, reviewReasons, viewSettings()),
  };
  const metrics = createMetrics(storage);
  const board = store.kind === 'postgres' ? createNotifications({ url: settings.databaseUrl, store, log }) : null;
  const live = createLive(() => monotonicClock.now());
  const engine: Engine = {
    storage,
    operator: createOperator({
      settings,
      clock: monotonicClock,
      wallClock: { now: wall },
      log,
      observe: metrics.operatorCall,
      onPause: metrics.operatorPause,
      ...(store.kind === 'postgres'
        ? { sharedToken: { store: createTokenStore({ store, owner: storage.owner, operator: settings.operator }), clock } }
        : {}),
    }),
    live: announcing(live, board),
    log,
    partnerMsisdn: settings.merchant.partnerMsisdn,
    userLanguage: settings.merchant.userLanguage,
    callbackBaseUrl: settings.callbackBaseUrl ?? settings.publicUrl,
    cooldownMs: settings.attemptCooldownMs,
    waitForAnswer: (_payment, sent) => waitWithin(sent, ANSWER_WITHIN_MS),
    limits: settings.limits,
    held: new Set(),
    underWay: new Map(),
    sends: createSendQueue(SENDS_AT_ONCE, SENDS_WAITING, stopping.signal),
    inFlight: createInFlight(),
    stopping: stopping.signal,
    stopped: stopped.signal,
    wall,
    random: Math.random,
    at: options.at ?? (() => undefined),
    onChanged: metrics.paymentChanged,
    onDue: (id) => poller.poke(id),
    onWebhookEnqueued: () => deliverer?.wake(),
  };
  const clockSteps = createClockSteps(engine, LONGEST_DELAYS);
  const poller = createPoller(engine);
  const elsewhere = createRemoteChanges({ storage, live, log, board, onWatched: (payment) => poller.watched(payment) });
  const deliverer =
    sink === undefined
      ? undefined
      : createDeliverer({
          storage,
          sink,
          log,
          random: engine.random,
          // A shop refuses what is signed at a wrong time: an instance with a right clock has the first try.
          leaveToOthersMs: () =>
            store.databaseTime !== null && excessiveClockOffset(store.databaseTime, wall) !== 0 ? LEAVE_WEBHOOKS_MS : 0,
          onAnswered: () => engine.at('webhook answered'),
          onAttempted: metrics.webhookAttempted,
        });
  const context: HttpContext = {
    engine,
    poller,
    orderTokens: createOrderTokens(settings.orderTokenSecrets, { now: wall }),
    settings,
    metrics,
    addressOf: clientAddresses(settings.http.trustProxy),
    heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
    view: (payment, language) => viewPayment(payment, { ...viewSettings(), language }),
    viewForMerchant: (payment, reviewReasons, language) => viewForMerchant(payment, reviewReasons, { ...viewSettings(), language }),
  };
  return { engine, context, poller, deliverer, elsewhere, clockSteps, wall, stopping, stopped };
}

function companionRouter(context: HttpContext, log: Log): Router {
  const hasDashboard = context.settings.merchantApiKey !== null;
  const router = Router();
  // What is not the companion's own leaves it as it came: a host app may have mounted it at its root.
  router.use((request, _response, next) => next(isOwnPath(request.path, hasDashboard) ? undefined : 'router'));
  router.use((_request, response, next) => {
    logResponseErrors(response, log);
    next();
  });
  router.use(requestId, context.metrics.requests, securityHeaders());
  router.use(assetRouter());
  router.use(callbackRouter(context.engine));
  router.use(checkoutRouter(context));
  router.use(merchantRouter(context));
  if (hasDashboard) router.use(dashboardRouter());
  router.use(openApiRouter());
  router.use(healthRouter(context.engine.storage.store, () => context.engine.stopping.aborted));
  router.use(scrapeRouter(context.metrics.registry, context.settings.metricsToken));
  router.use(notFound);
  router.use(problemHandler(log));
  return router;
}
