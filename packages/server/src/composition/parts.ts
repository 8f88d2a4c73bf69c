import { randomBytes } from 'node:crypto';
import { createMailer } from '../backoffice/mail/mailer.ts';
import { createSmtp, type Smtp } from '../backoffice/mail/smtp.ts';
import type { CurrentSettings } from '../backoffice/settings/currentSettings.ts';
import { cooldownMs, type FixedSettings } from '../config/settings.ts';
import { createCore } from '../core/createCore.ts';
import { createClockSteps } from '../core/live/clockSteps.ts';
import type { OperatorHttp } from '../core/operator/http.ts';
import type { AtStep } from '../core/payments/steps.ts';
import type { Storage } from '../core/storage/storage.ts';
import { handlerSink } from '../core/webhooks/handlerSink.ts';
import { httpSink } from '../core/webhooks/httpSink.ts';
import { createFileCheck } from '../database/fileCheck.ts';
import type { Store } from '../database/store.ts';
import type { Log } from '../log/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { systemClock } from '../time/clock.ts';
import { backofficeHooks } from './backofficeHooks.ts';
import type { CompanionOptions } from './host.ts';

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

/** What {@link assemble} connects. */
export type Parts = ReturnType<typeof assemble>;

/**
 * Creates the parts and connects them, without starting anything. The command line works with them too.
 *
 * @param webhooksEnabled whether events go into the outbox although this process delivers none
 */
export function assemble(
  options: CompanionOptions & TestHooks,
  log: Log,
  store: Store,
  currentSettings: CurrentSettings,
  webhooksEnabled = false,
) {
  const settings: FixedSettings = options.settings;
  const { current } = currentSettings;
  const wall = options.wall ?? Date.now;
  const at: AtStep = options.at ?? (() => undefined);
  // Aborted when the companion begins to stop, and when it can wait no longer.
  const stopping = new AbortController();
  const stopped = new AbortController();
  const clockSteps = createClockSteps({ log, stopping: stopping.signal });
  const sink = options.onEvent === undefined ? httpSink(current, wall) : handlerSink(options.onEvent);
  const hasTarget = () => options.onEvent !== undefined || current().WEBHOOK_URL !== null;
  // Events also wait for an address whose secrets nothing decrypts, after ORDER_TOKEN_SECRET was replaced.
  const sendsWebhooks = () => webhooksEnabled || hasTarget() || currentSettings.stored().texts.webhookUrl != null;
  const storage: Storage = {
    store,
    // Instances that share a database share its clock.
    clock: systemClock(store.databaseTime?.now ?? wall, undefined, clockSteps.stepped, store.databaseTime?.readFor),
    owner: randomBytes(9).toString('base64url'),
    get webhooks() {
      const { OPERATOR_ENVIRONMENT: environment, PARTNER_NAME: partnerName } = current();
      return sendsWebhooks() ? { environment, partnerName, cooldownMs: cooldownMs(settings) } : null;
    },
    hooks: backofficeHooks(() => current().NOTIFY_EMAIL !== null),
  };
  const metrics = createMetrics(storage);
  const { SMTP_URL } = settings;
  const smtp = SMTP_URL === null ? undefined : (options.smtp ?? createSmtp(SMTP_URL));
  const mailer =
    smtp &&
    createMailer({
      storage,
      smtp,
      current,
      log,
      random: Math.random,
      stopped: stopped.signal,
      onSent: () => at('mail sent'),
      onAttempted: metrics.mailAttempted,
    });
  const core = createCore({
    settings,
    current,
    reloadSettings: currentSettings.reload,
    storage,
    log,
    observer: metrics,
    sink: { deliver: sink, hasTarget },
    wall,
    at,
    operatorHttp: options.operatorHttp,
    stopping: stopping.signal,
    stopped: stopped.signal,
    onChangeWritten: () => mailer?.wake(),
  });
  const databaseFile = createFileCheck(store, log);
  return {
    ...core,
    settings,
    current,
    currentSettings,
    smtp,
    log,
    metrics,
    mailer,
    clockSteps,
    databaseFile,
    wall,
    at,
    stopping,
    stopped,
  };
}
