import { randomBytes } from 'node:crypto';
import { createMailer } from '../backoffice/mail/mailer.ts';
import { createSmtp, type Smtp } from '../backoffice/mail/smtp.ts';
import type { CurrentSettings } from '../backoffice/settings/currentSettings.ts';
import { missingSettings } from '../config/mergeSettings.ts';
import { callbackBase, cooldownMs, type FixedSettings } from '../config/settings.ts';
import { createChangeWatchers } from '../core/live/changeWatchers.ts';
import { type ClockSteps, createClockSteps } from '../core/live/clockSteps.ts';
import { createRemoteChanges, type RemoteChanges, withNotifications } from '../core/live/remoteChanges.ts';
import { createSubscriptions } from '../core/live/subscriptions.ts';
import { createOperator, type Operator } from '../core/operator/client.ts';
import type { OperatorHttp } from '../core/operator/http.ts';
import type { MerchantSettings } from '../core/payments/initiateOptions.ts';
import type { AtStep } from '../core/payments/steps.ts';
import { createUseCases } from '../core/payments/useCases.ts';
import { ANSWER_WITHIN_MS } from '../core/rules/opening.ts';
import { HOST_HANDLER, type Storage } from '../core/storage/storage.ts';
import { createTokenStore } from '../core/storage/tokenStore.ts';
import { createDeliverer, type Deliverer } from '../core/webhooks/deliver.ts';
import { handlerSink } from '../core/webhooks/handlerSink.ts';
import { httpSink } from '../core/webhooks/httpSink.ts';
import type { Poller } from '../core/workers/poller.ts';
import type { QueueWorker } from '../core/workers/queueWorker.ts';
import { excessiveClockOffset } from '../database/databaseTime.ts';
import { createFileCheck } from '../database/fileCheck.ts';
import { createNotifications } from '../database/notifications.ts';
import type { Store } from '../database/store.ts';
import type { CompanionContext } from '../http/kit/context.ts';
import { type Log, secretsOf } from '../log/log.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { cooldownBy, followedFor, monotonicClock, systemClock } from '../time/clock.ts';
import { connectPayments } from './connectPayments.ts';
import type { CompanionOptions } from './host.ts';

/** How long an instance whose clock may be wrong leaves webhooks to the others, ms. */
const LEAVE_WEBHOOKS_MS = 10_000;

/** What tests replace. It is no part of the public API. */
export interface TestHooks {
  /** Called at each named step of a payment. */
  readonly at?: AtStep | undefined;
  /** Another wall clock than this machine's, ms since 1970. */
  readonly wall?: (() => number) | undefined;
  /** How often event streams send a heartbeat, ms. */
  readonly heartbeatMs?: number | undefined;
  /** Carries the requests to the operator instead of HTTP. */
  readonly operatorHttp?: OperatorHttp;
  /** Takes the e-mails instead of the SMTP server. */
  readonly smtp?: Smtp;
}

/** What {@link assemble} takes. */
export interface AssembleOptions extends CompanionOptions, TestHooks {
  readonly log: Log;
  readonly store: Store;
  readonly currentSettings: CurrentSettings;
  /** Whether events go into the outbox although this process delivers none. */
  readonly webhooksEnabled?: boolean;
}

/** What commands work with, and routes too. */
export interface CommandContext extends CompanionContext {
  readonly currentSettings: CurrentSettings;
  /** Undefined without SMTP_URL. */
  readonly smtp: Smtp | undefined;
}

/** A companion's parts, connected; nothing runs yet. */
export interface Parts {
  /** What routes and commands work with. */
  readonly context: CommandContext;
  readonly workers: Workers;
  readonly operator: Operator;
  /** Aborted when the companion begins to stop. */
  readonly stopping: AbortController;
  /** Aborted when the companion can wait no longer. */
  readonly stopped: AbortController;
}

/** What works in the background, once it is started. */
export interface Workers {
  readonly poller: Poller;
  readonly deliverer: Deliverer;
  /** Undefined without SMTP_URL. */
  readonly mailer: QueueWorker | undefined;
  readonly remoteChanges: RemoteChanges;
  readonly clockSteps: ClockSteps;
}

/** What the parts share from the beginning. */
interface Base {
  readonly options: AssembleOptions;
  readonly settings: FixedSettings;
  readonly wall: () => number;
  readonly at: AtStep;
  readonly storage: Storage;
  readonly metrics: Metrics;
  readonly clockSteps: ClockSteps;
  readonly smtp: Smtp | undefined;
  readonly stopping: AbortController;
  readonly stopped: AbortController;
}

/** Creates the parts and connects them, without starting anything. The command line works with them too. */
export function assemble(options: AssembleOptions): Parts {
  const { log, store, currentSettings } = options;
  const { current } = currentSettings;
  const base = createBase(options);
  const { settings, wall, at, storage, metrics, clockSteps, smtp, stopping, stopped } = base;
  const operator = createOperatorOf(base);
  const deliverer = createDelivererOf(base);
  const mailer = createMailerOf(base);

  const notifications = store.connect === null ? null : createNotifications({ connect: store.connect, store, log });
  const local = createSubscriptions(() => monotonicClock.now());
  const watchers = createChangeWatchers();
  const subscriptions = withNotifications(local, watchers, notifications);
  const { changes, inProgress, poller, initiating } = connectPayments({
    storage,
    operator,
    log,
    merchant: () => merchantSettings(currentSettings),
    limits: { perMsisdn: settings.LIMIT_PER_MSISDN, perIp: settings.LIMIT_PER_IP, perLink: settings.LIMIT_PER_LINK },
    cooldownMs: cooldownMs(settings),
    partnerMsisdn: settings.PARTNER_MSISDN,
    answerWithinMs: ANSWER_WITHIN_MS,
    publish: subscriptions.publish,
    hasSubscribers: subscriptions.hasSubscribers,
    onChanged: metrics.paymentChanged,
    onEnqueued: () => deliverer.wake(),
    wall,
    random: Math.random,
    at,
    stopping: stopping.signal,
    stopped: stopped.signal,
  });
  // Payments that other processes change are published here only: those processes have notified the others.
  const remoteChanges = createRemoteChanges({
    storage,
    watchers,
    log,
    notifications,
    subscriptions: local,
    bringForward: poller.bringForward,
    reloadSettings: currentSettings.reload,
  });
  const useCases = createUseCases({
    ...initiating,
    operator,
    viewContext: () => {
      const now = storage.clock.now();
      return {
        environment: settings.OPERATOR_ENVIRONMENT,
        partnerName: current().PARTNER_NAME,
        cooldownMs: cooldownBy(storage.clock, cooldownMs(settings)),
        cooldownEndsFrom: now + cooldownMs(settings) - Math.min(followedFor(storage.clock), cooldownMs(settings)),
        now,
      };
    },
  });
  const context: CommandContext = {
    ...useCases,
    ...{ storage, operator, poller, changes, inProgress, subscriptions, watchers },
    ...{ settings, current, currentSettings, smtp, log, metrics, wall, at },
    databaseFile: createFileCheck(store, log),
    stopping: stopping.signal,
    wakeDeliverer: () => deliverer.wake(),
  };
  return { context, workers: { poller, deliverer, mailer, remoteChanges, clockSteps }, operator, stopping, stopped };
}

function createBase(options: AssembleOptions): Base {
  const { log, store, currentSettings } = options;
  const settings: FixedSettings = options.settings;
  const { current } = currentSettings;
  const wall = options.wall ?? Date.now;
  const stopping = new AbortController();
  const clockSteps = createClockSteps({ log, stopping: stopping.signal });
  // Events also wait for an address whose secrets nothing decrypts, after ORDER_TOKEN_SECRET was replaced.
  const sendsWebhooks = () =>
    options.webhooksEnabled === true ||
    endpointOf(options) !== null ||
    currentSettings.stored().texts.webhookUrl != null;
  const storage: Storage = {
    store,
    // Instances that share a database share its clock.
    clock: systemClock(store.databaseTime?.now ?? wall, undefined, clockSteps.stepped, store.databaseTime?.readFor),
    owner: randomBytes(9).toString('base64url'),
    get webhooks() {
      const { OPERATOR_ENVIRONMENT: environment, PARTNER_NAME: partnerName } = current();
      return {
        environment,
        partnerName,
        cooldownMs: cooldownMs(settings),
        hasEndpoint: sendsWebhooks(),
        endpoint: endpointOf(options),
      };
    },
  };
  const { SMTP_URL } = settings;
  return {
    ...{ options, settings, wall, storage, clockSteps, stopping },
    at: options.at ?? (() => undefined),
    metrics: createMetrics(storage),
    smtp: SMTP_URL === null ? undefined : (options.smtp ?? createSmtp(SMTP_URL)),
    stopped: new AbortController(),
  };
}

function createOperatorOf({ options, settings, wall, storage, metrics, stopping }: Base): Operator {
  const { operatorHttp, log, currentSettings } = options;
  const { store, clock, owner } = storage;
  return createOperator({
    settings,
    current: currentSettings.current,
    clock: monotonicClock,
    wallClock: { now: wall },
    log,
    observe: metrics.operatorCall,
    onPause: metrics.operatorPause,
    stopping: stopping.signal,
    ...(operatorHttp === undefined ? {} : { http: operatorHttp }),
    ...(store.kind === 'postgres'
      ? { sharedToken: { store: createTokenStore({ store, owner, settings }), clock } }
      : {}),
  });
}

function createDelivererOf({ options, wall, at, storage, metrics }: Base): Deliverer {
  const { onEvent, log, currentSettings } = options;
  const { databaseTime } = storage.store;
  return createDeliverer({
    storage,
    sink:
      onEvent === undefined
        ? httpSink(currentSettings.current, wall)
        : handlerSink(onEvent, () => secretsOf(currentSettings.current())),
    log,
    random: Math.random,
    // A shop refuses a webhook that is signed at a wrong time: an instance with a right clock makes the first attempt.
    leaveToOthersMs: () =>
      databaseTime !== null && excessiveClockOffset(databaseTime, wall) !== 0 ? LEAVE_WEBHOOKS_MS : 0,
    onAnswered: () => at('webhook answered'),
    onAttempted: metrics.webhookAttempted,
  });
}

function createMailerOf({ options, at, storage, metrics, smtp, stopped }: Base): QueueWorker | undefined {
  if (smtp === undefined) return undefined;
  return createMailer({
    storage,
    smtp,
    current: options.currentSettings.current,
    log: options.log,
    random: Math.random,
    stopped: stopped.signal,
    onSent: () => at('mail sent'),
    onAttempted: metrics.mailAttempted,
  });
}

/** Where webhook events go now. */
function endpointOf({ onEvent, currentSettings }: AssembleOptions): string | null {
  return onEvent === undefined ? currentSettings.current().WEBHOOK_URL : HOST_HANDLER;
}

/** Null until the merchant has finished the setup. */
function merchantSettings({ current }: CurrentSettings): MerchantSettings | null {
  const own = current();
  if (missingSettings(own).length > 0) return null;
  return { partnerName: own.PARTNER_NAME, userLanguage: own.USER_LANGUAGE, callbackBaseUrl: callbackBase(own) };
}
