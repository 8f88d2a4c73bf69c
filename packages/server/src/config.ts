import { isIP } from 'node:net';
import { type Msisdn, readMsisdn } from '@tsena/shared';
import { writeSafeText } from '@tsena/shared/operator';
import ipaddr from 'ipaddr.js';
import type { Secret } from './secret.ts';
import { type Environment, list, SettingReader } from './settingReader.ts';
import { orderTokenSecretFault, webhookSecretFault } from './signingSecrets.ts';

export { Secret } from './secret.ts';

/** The largest number of events in a period. */
export interface Limit {
  readonly count: number;
  readonly windowMs: number;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The companion's settings, validated. Addresses have no trailing slash. */
export interface Settings {
  readonly operator: {
    readonly baseUrl: string;
    /** The service's name in the path prefix `/svc/mm/` and in the scope. */
    readonly service: string;
    readonly environment: 'sandbox' | 'production';
    readonly consumerKey: Secret;
    readonly consumerSecret: Secret;
    /** For one request to the operator, from connecting to the end of the answer, in ms. */
    readonly timeoutMs: number;
  };
  readonly merchant: { readonly partnerName: string; readonly partnerMsisdn: Msisdn; readonly userLanguage: 'MG' | 'FR' };
  readonly publicUrl: string | null;
  readonly callbackBaseUrl: string | null;
  /** Tokens may be signed with any of these; the companion signs with the first. */
  readonly orderTokenSecrets: readonly Secret[];
  readonly allowedOrigins: readonly string[];
  readonly databaseUrl: string;
  readonly webhook: { readonly url: string; readonly secrets: readonly Secret[]; readonly allowPrivate: boolean } | null;
  readonly merchantApiKey: Secret | null;
  readonly attemptCooldownMs: number;
  /** Days after the end of a payment after which the payer's number is erased; null: never. */
  readonly retainDays: number | null;
  readonly limits: { readonly perMsisdn: Limit | null; readonly perIp: Limit | null };
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** As Express's setting of this name. The companion ignores a host app's own setting. */
    readonly trustProxy: boolean | number | string;
    /** Open event streams in all, and from one address: a carrier's NAT gives many shoppers one address. */
    readonly maxStreams: number;
    readonly maxStreamsPerAddress: number;
  };
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** The bearer token for `/metrics`; null: only this machine and its private network can read it. */
  readonly metricsToken: Secret | null;
}

/** Thrown for invalid settings. `mistakes` lists all of them; each names the setting and shows a correct example. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`${mistakes.length === 1 ? 'A setting is' : `${mistakes.length} settings are`} wrong:\n- ${mistakes.join('\n- ')}`);
    this.mistakes = mistakes;
  }
}

const MIN_MERCHANT_API_KEY_CHARACTERS = 16;
const MIN_METRICS_TOKEN_CHARACTERS = 16;
/** Longer than the time in which the companion still checks the status of a final payment. */
const MIN_RETAIN_DAYS = 7;
const MAX_RETAIN_DAYS = 36_500;
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

function lengthFault(min: number): (secret: string) => string | undefined {
  return (secret) => (secret.length < min ? `has ${secret.length} characters, and needs at least ${min}` : undefined);
}

function credentialFault(secret: string): string | undefined {
  return /[\s\p{Cc}]/u.test(secret) ? 'contains a space or a line break' : undefined;
}

function consumerKeyFault(key: string): string | undefined {
  return key.includes(':')
    ? 'contains a colon, which Basic authentication does not allow. Set only the key here, without the secret'
    : credentialFault(key);
}

function readPartner(reader: SettingReader): { partnerName: string; partnerMsisdn: Msisdn } | undefined {
  const partnerName = reader.required('PARTNER_NAME', 'Tsena Boutique');
  if (partnerName !== undefined && writeSafeText(partnerName) !== partnerName) {
    const safe = writeSafeText(partnerName) || 'Tsena Boutique';
    reader.wrong(
      'PARTNER_NAME',
      'may have up to 50 letters, digits, spaces and - . _ , without accents. The operator rejects other characters',
      safe,
    );
  }
  const number = reader.required('PARTNER_MSISDN', '0340000000');
  if (number === undefined) return undefined;
  const reading = readMsisdn(number);
  if (!reading.ok) return reader.wrong('PARTNER_MSISDN', `is not a number of this operator (${reading.fault})`, '0340000000');
  return partnerName === undefined ? undefined : { partnerName, partnerMsisdn: reading.msisdn };
}

function readOperator(reader: SettingReader, timeoutMs: number): Settings['operator'] | undefined {
  const environment = reader.oneOf('OPERATOR_ENVIRONMENT', ['sandbox', 'production'], 'sandbox');
  const example = 'https://api.operator.example';
  reader.required('OPERATOR_BASE_URL', example);
  const baseUrl = reader.address('OPERATOR_BASE_URL', example, environment === 'production');
  const service = reader.text('OPERATOR_SERVICE') ?? 'svc';
  if (!/^[a-z0-9_-]{1,40}$/i.test(service)) reader.wrong('OPERATOR_SERVICE', 'must be one word, as in the path /svc/mm/', 'svc');
  const consumerKey = requiredSecret(reader, 'CONSUMER_KEY', consumerKeyFault);
  const consumerSecret = requiredSecret(reader, 'CONSUMER_SECRET', credentialFault);
  if (baseUrl === undefined || consumerKey === undefined || consumerSecret === undefined) return undefined;
  return { baseUrl, service, environment, consumerKey, consumerSecret, timeoutMs };
}

/** The cool-down must cover one request to the operator, so that no second attempt starts during that request. */
function readAttemptCooldown(reader: SettingReader, timeoutMs: number): number {
  const before = reader.mistakes.length;
  const ms = reader.whole('ATTEMPT_COOLDOWN_SECONDS', 90, 1, 86_400) * 1_000;
  if (reader.mistakes.length === before && ms < timeoutMs) {
    reader.wrong(
      'ATTEMPT_COOLDOWN_SECONDS',
      `is ${ms / 1_000} s, shorter than OPERATOR_TIMEOUT_MS (${timeoutMs} ms): a second attempt could start during the request of the first`,
      String(Math.ceil(timeoutMs / 1_000)),
    );
  }
  return ms;
}

function requiredSecret(reader: SettingReader, name: string, fault: (secret: string) => string | undefined): Secret | undefined {
  const before = reader.mistakes.length;
  const example = 'the value that the developer portal shows';
  const secret = reader.secret(name, example, fault);
  if (secret === undefined && reader.mistakes.length === before) reader.wrong(name, `is not set, and ${name}_FILE is not set`, example);
  return secret;
}

function readOrderTokenSecrets(reader: SettingReader): readonly Secret[] {
  const before = reader.mistakes.length;
  const example = 'the output of: openssl rand -hex 32';
  const secrets = reader.secrets('ORDER_TOKEN_SECRET', example, orderTokenSecretFault);
  if (secrets.length === 0 && reader.mistakes.length === before) {
    reader.wrong('ORDER_TOKEN_SECRET', 'is not set, and ORDER_TOKEN_SECRET_FILE is not set', example);
  }
  return secrets;
}

function readWebhook(reader: SettingReader): Settings['webhook'] {
  const urlExample = 'https://shop.example/webhooks/tsena';
  const secretExample = 'whsec_ and the output of: openssl rand -base64 32';
  const url = reader.text('WEBHOOK_URL');
  const secrets = reader.secrets('WEBHOOK_SECRET', secretExample, webhookSecretFault);
  const allowPrivate = reader.flag('WEBHOOK_ALLOW_PRIVATE');
  const hasSecret = reader.text('WEBHOOK_SECRET') !== undefined || reader.text('WEBHOOK_SECRET_FILE') !== undefined;
  if (url === undefined) {
    if (hasSecret) reader.wrong('WEBHOOK_URL', 'is not set, but WEBHOOK_SECRET is', urlExample);
    return null;
  }
  if (!hasSecret) reader.wrong('WEBHOOK_SECRET', 'is not set, but WEBHOOK_URL is', secretExample);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    reader.wrong('WEBHOOK_URL', 'is not an http or https address', urlExample);
  }
  return { url, secrets, allowPrivate };
}

function readOrigins(reader: SettingReader): readonly string[] {
  return list(reader.text('ALLOWED_ORIGINS')).flatMap((origin) => {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      reader.wrong('ALLOWED_ORIGINS', `contains "${origin}", which is not an origin`, 'https://shop.example');
      return [];
    }
    if (url.origin !== origin) reader.wrong('ALLOWED_ORIGINS', `contains "${origin}", which is not exactly an origin`, url.origin);
    return [url.origin];
  });
}

function readDatabase(reader: SettingReader): string {
  const fallback = 'file:./data/tsena.db';
  const url = reader.text('DATABASE_URL') ?? fallback;
  // The value can contain a password, so the message does not show it.
  const isValid = /^file:./.test(url) || (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url));
  if (!isValid) reader.wrong('DATABASE_URL', 'must be file:… or postgres://…', `${fallback} or postgres://user@db.example/tsena`);
  return url;
}

function readLimit(reader: SettingReader, name: string, fallback: string): Limit | null {
  const value = reader.text(name) ?? fallback;
  if (value.toLowerCase() === 'off') return null;
  const match = /^([1-9][0-9]{0,6})\/([1-9][0-9]{0,4})([smh])$/.exec(value);
  const unit = UNIT_MS[match?.[3] ?? ''];
  if (match === null || unit === undefined) {
    reader.wrong(name, `must be a count and a period in s, m or h, or off. It is "${value}"`, fallback);
    return null;
  }
  return { count: Number(match[1]), windowMs: Number(match[2]) * unit };
}

/** Refuses a network of all addresses: that is TRUST_PROXY=on. */
function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text) && Number(text.split('/').at(-1)) !== 0;
}

function readTrustProxy(reader: SettingReader): boolean | number | string {
  const value = (reader.text('TRUST_PROXY') ?? 'off').toLowerCase();
  if (['off', 'false', 'no', '0'].includes(value)) return false;
  if (['on', 'true', 'yes'].includes(value)) return true;
  if (/^[0-9]{1,2}$/.test(value)) return Number(value);
  const proxies = list(value);
  const areKnown = proxies.every((proxy) => PROXY_NAMES.includes(proxy) || isIP(proxy) !== 0 || isNetwork(proxy));
  if (areKnown && proxies.length > 0) return proxies.join(', ');
  reader.wrong('TRUST_PROXY', `must be off, on, a number of proxies, or their addresses. It is "${value}"`, '1');
  return false;
}

/**
 * Reads only DATABASE_URL, for commands that must work without the other settings.
 *
 * @throws SettingsError if it is invalid
 */
export function readDatabaseUrl(env: Environment): string {
  const reader = new SettingReader(env);
  const url = readDatabase(reader);
  if (reader.mistakes.length > 0) throw new SettingsError(reader.mistakes);
  return url;
}

/**
 * Reads and validates all settings (docs/configuration.md lists them).
 *
 * @throws SettingsError with all mistakes; it contains no secret's value
 */
export function readSettings(env: Environment): Settings {
  const reader = new SettingReader(env);
  const timeoutMs = reader.whole('OPERATOR_TIMEOUT_MS', 30_000, 1, 600_000);
  const operator = readOperator(reader, timeoutMs);
  const partner = readPartner(reader);
  const production = reader.text('OPERATOR_ENVIRONMENT')?.toLowerCase() === 'production';
  const publicExample = 'https://pay.example';
  if (production && reader.text('PUBLIC_URL') === undefined) {
    reader.wrong('PUBLIC_URL', 'is not set. Production needs it for callbacks', publicExample);
  }
  const publicUrl = reader.address('PUBLIC_URL', publicExample, production) ?? null;
  const callbackBaseUrl = reader.address('CALLBACK_BASE_URL', 'https://tunnel.example', production) ?? publicUrl;
  const userLanguage = reader.oneOf('USER_LANGUAGE', ['MG', 'FR'], 'MG');
  const orderTokenSecrets = readOrderTokenSecrets(reader);
  const rest = {
    publicUrl,
    callbackBaseUrl,
    orderTokenSecrets,
    allowedOrigins: readOrigins(reader),
    databaseUrl: readDatabase(reader),
    webhook: readWebhook(reader),
    merchantApiKey:
      reader.secret('MERCHANT_API_KEY', 'the output of: openssl rand -hex 32', lengthFault(MIN_MERCHANT_API_KEY_CHARACTERS)) ?? null,
    attemptCooldownMs: readAttemptCooldown(reader, timeoutMs),
    limits: { perMsisdn: readLimit(reader, 'LIMIT_PER_MSISDN', '5/10m'), perIp: readLimit(reader, 'LIMIT_PER_IP', '300/10m') },
    http: {
      host: reader.text('HOST') ?? '127.0.0.1',
      port: reader.whole('PORT', 4000, 0, 65_535),
      trustProxy: readTrustProxy(reader),
      maxStreams: reader.whole('MAX_STREAMS', 20_000, 1, 1_000_000),
      maxStreamsPerAddress: reader.whole('MAX_STREAMS_PER_ADDRESS', 5000, 1, 1_000_000),
    },
    retainDays: reader.text('RETAIN_DAYS') === undefined ? null : reader.whole('RETAIN_DAYS', 90, MIN_RETAIN_DAYS, MAX_RETAIN_DAYS),
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    metricsToken: reader.secret('METRICS_TOKEN', 'the output of: openssl rand -hex 32', lengthFault(MIN_METRICS_TOKEN_CHARACTERS)) ?? null,
  } satisfies Partial<Settings>;

  if (reader.mistakes.length > 0 || operator === undefined || partner === undefined) throw new SettingsError(reader.mistakes);
  return { operator, merchant: { ...partner, userLanguage }, ...rest };
}
