import { tokenScope } from '@tsena/shared/operator';
import axios from 'axios';
import { monotonicClock } from '../../clock.ts';
import type { Settings } from '../../config/settings.ts';
import { createLog } from '../../log.ts';
import { createOperator } from '../../operator/client.ts';
import { redact } from '../../redact.ts';
import { type Finding, failed, ok, warn } from './finding.ts';

const CLOCK_WARN_ABOVE_MS = 30_000;
const CLOCK_FAIL_ABOVE_MS = 5 * 60_000;
const DATE_TIMEOUT_MS = 10_000;

/**
 * Checks whether the operator's service answers and accepts the credentials. Requests a token. If the operator then
 * revokes the running companion's token, the companion renews it at its next call.
 */
export async function checkOperator(settings: Settings): Promise<Finding> {
  const name = 'operator';
  const { baseUrl, environment, service } = settings.operator;
  const operator = createOperator({ settings, clock: monotonicClock, wallClock: { now: Date.now }, log: createLog('silent') });
  try {
    const started = performance.now();
    const ready = await operator.ready();
    const ms = Math.round(performance.now() - started);
    if (ready.ok) return ok(name, `${baseUrl} issues a token (${ms} ms)`);
    const message = `${baseUrl} issues no token: ${ready.reason}`;
    switch (ready.code) {
      case 'operator_credentials':
        return failed(
          name,
          message,
          `Check CONSUMER_KEY and CONSUMER_SECRET: they must be for ${environment}, with a subscription to the API of scope ${tokenScope(service)}`,
        );
      case 'operator_busy':
        return warn(name, message, 'The operator limits requests: wait a minute and run this command again');
      default:
        return failed(name, message, 'Check OPERATOR_BASE_URL, and this machine’s DNS and firewall');
    }
  } finally {
    operator.close();
  }
}

/** Compares this machine's clock with the operator's: tokens, webhooks and payments carry the time. */
export async function checkClock(settings: Settings): Promise<Finding> {
  const name = 'clock';
  const advice = 'Synchronize this machine’s clock: timedatectl set-ntp true';
  const asked = Date.now();
  let header: unknown;
  try {
    const answer = await axios.head(settings.operator.baseUrl, {
      timeout: DATE_TIMEOUT_MS,
      proxy: false,
      maxRedirects: 0,
      validateStatus: () => true,
      signal: AbortSignal.timeout(DATE_TIMEOUT_MS),
    });
    header = answer.headers.date;
  } catch (error) {
    return warn(
      name,
      `not compared: ${redact(error instanceof Error ? error.message : String(error))}`,
      'See the finding for the operator',
    );
  }
  const theirs = typeof header === 'string' ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(theirs)) return warn(name, 'not compared: the operator’s answer has no Date header', advice);
  const apart = Math.abs((asked + Date.now()) / 2 - theirs);
  const message = `${new Date().toISOString()}, which differs from the operator’s clock by ${(apart / 1000).toFixed(0)} s`;
  if (apart > CLOCK_FAIL_ABOVE_MS) return failed(name, message, advice);
  return apart > CLOCK_WARN_ABOVE_MS ? warn(name, message, advice) : ok(name, message);
}
