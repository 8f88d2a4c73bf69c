import { tokenScope } from '@tsena/shared/operator';
import axios from 'axios';
import type { Settings } from '../../config/settings.ts';
import { type CredentialsCheck, checkCredentials } from '../../operator/checkCredentials.ts';
import { redact } from '../../redact.ts';
import { type Finding, failed, ok, warn } from './finding.ts';

const CLOCK_WARN_ABOVE_MS = 30_000;
const CLOCK_FAIL_ABOVE_MS = 5 * 60_000;
const DATE_TIMEOUT_MS = 10_000;

/** Checks whether the operator's service answers, and issues a token for the credentials and the service of the settings. */
export async function checkOperator(settings: Settings): Promise<Finding> {
  const name = 'operator';
  const { baseUrl } = settings.operator;
  const check = await checkCredentials(settings, { now: Date.now });
  if (check.kind === 'accepted') return ok(name, `${baseUrl} issues a token (${check.ms} ms)`);
  const message = `${baseUrl} issues no token: ${check.reason}`;
  return check.kind === 'busy'
    ? warn(name, message, adviseOnToken(settings, check.kind))
    : failed(name, message, adviseOnToken(settings, check.kind));
}

/** Names the settings to check after a token request that failed. */
export function adviseOnToken({ operator }: Pick<Settings, 'operator'>, kind: Exclude<CredentialsCheck['kind'], 'accepted'>): string {
  const { service, environment } = operator;
  switch (kind) {
    case 'wrong_service':
      return `Check OPERATOR_SERVICE: "${service}" gives the scope ${tokenScope(service)}, which this operator does not issue. For MVola, set mvola`;
    case 'wrong_credentials':
      return `Check CONSUMER_KEY and CONSUMER_SECRET: they must be those of ${environment}`;
    case 'refused':
      return `Check CONSUMER_KEY, CONSUMER_SECRET and OPERATOR_SERVICE: the application must be for ${environment}, with a subscription to the API of scope ${tokenScope(service)}`;
    case 'busy':
      return 'The operator limits requests: wait a minute and run this command again';
    case 'unreachable':
      return 'Check OPERATOR_BASE_URL, and this machine’s DNS and firewall';
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
