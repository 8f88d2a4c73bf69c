import { tokenScope } from '@tsena/shared/operator';
import axios from 'axios';
import { monotonicClock } from '../../clock.ts';
import type { Settings } from '../../config.ts';
import { createLog } from '../../log.ts';
import { createOperator } from '../../operator/client.ts';
import { redact } from '../../redact.ts';
import { type Finding, failed, ok, warn } from './finding.ts';

const CLOCK_WARNS = 30_000;
const CLOCK_FAILS = 5 * 60_000;
const DATE_WITHIN = 10_000;

/**
 * Whether the operator's service answers and takes the credentials. It asks for a token, as the companion does all day;
 * should that revoke the running companion's, it renews its own at its next call.
 */
export async function checkOperator(settings: Settings): Promise<Finding> {
  const name = 'operator';
  const { baseUrl, environment, service } = settings.operator;
  const operator = createOperator({ settings, clock: monotonicClock, wallClock: { now: Date.now }, log: createLog('silent') });
  try {
    const started = performance.now();
    const ready = await operator.ready();
    const ms = Math.round(performance.now() - started);
    if (ready.ok) return ok(name, `${baseUrl} gives a token (${ms} ms)`);
    const message = `${baseUrl} gives no token: ${ready.reason}`;
    switch (ready.code) {
      case 'operator_credentials':
        return failed(
          name,
          message,
          `Check CONSUMER_KEY and CONSUMER_SECRET: they have to be those of ${environment}, subscribed to the API with the scope ${tokenScope(service)}`,
        );
      case 'operator_busy':
        return warn(name, message, 'The operator throttles; wait a little and run this again');
      default:
        return failed(name, message, 'Check OPERATOR_BASE_URL, this machine’s DNS and its way out (firewall, proxy)');
    }
  } finally {
    operator.close();
  }
}

/** Whether this machine's clock agrees with the operator's: tokens, webhooks and payments all carry the time. */
export async function checkClock(settings: Settings): Promise<Finding> {
  const name = 'clock';
  const advice = 'Let the system keep its time: timedatectl set-ntp true';
  const asked = Date.now();
  let header: unknown;
  try {
    const answer = await axios.head(settings.operator.baseUrl, {
      timeout: DATE_WITHIN,
      proxy: false,
      maxRedirects: 0,
      validateStatus: () => true,
      signal: AbortSignal.timeout(DATE_WITHIN),
    });
    header = answer.headers.date;
  } catch (error) {
    return warn(name, `not compared: ${redact(error instanceof Error ? error.message : String(error))}`, 'See the operator’s line');
  }
  const theirs = typeof header === 'string' ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(theirs)) return warn(name, 'not compared: the operator’s answer has no date', advice);
  const apart = Math.abs((asked + Date.now()) / 2 - theirs);
  const message = `${new Date().toISOString()}, ${(apart / 1000).toFixed(0)} s from the operator’s`;
  if (apart > CLOCK_FAILS) return failed(name, message, advice);
  return apart > CLOCK_WARNS ? warn(name, message, advice) : ok(name, message);
}
