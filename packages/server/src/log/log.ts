import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { Secret } from '../config/secret.ts';
import type { Settings } from '../config/settings.ts';
import { redactSecrets } from './redactSecrets.ts';

/** The companion's log. */
export type Log = Logger;

/** Names of members whose value is always a secret. */
const SECRET_NAME =
  /^(?:.*(?:secret|password|authorization|cookie)|.*(?:access|order|bearer)_?token|token|.*api_?key|callback_?url)$/i;

/** A fast test of a line: matches all that {@link SECRET_NAME} matches, and more. */
const SECRET_MEMBER = /(?:secret|password|authorization|cookie|token|api_?key|callback_?url)":/i;

const MAX_DEPTH = 40;

type Redact = (text: string) => string;

/** The secrets of the settings. No pattern recognizes most of them: people choose them, and paste them in wrong places. */
export function secretsOf(settings: Settings): Secret[] {
  const { MERCHANT_API_KEY, METRICS_TOKEN, CONSUMER_KEY, CONSUMER_SECRET, SMTP_URL } = settings;
  return [
    ...[MERCHANT_API_KEY, METRICS_TOKEN, CONSUMER_KEY, CONSUMER_SECRET, SMTP_URL?.login?.password],
    ...settings.ORDER_TOKEN_SECRET,
    ...(settings.WEBHOOK_SECRET ?? []),
    ...databasePasswordOf(settings),
  ].filter((one) => one !== null && one !== undefined);
}

function databasePasswordOf({ DATABASE_URL }: Settings): Secret[] {
  const password = URL.canParse(DATABASE_URL) ? new URL(DATABASE_URL).password : '';
  return password === '' ? [] : [new Secret(decodeURIComponent(password))];
}

function clean(value: unknown, depth: number, hide: Redact): unknown {
  if (typeof value === 'string') return hide(value);
  if (Number.isInteger(value)) return hide(String(value)) === String(value) ? value : '[msisdn]';
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.map((entry) => clean(entry, depth + 1, hide));
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      hide(name),
      SECRET_NAME.test(name) && entry !== null ? '[secret]' : clean(entry, depth + 1, hide),
    ]),
  );
}

/** Redacts a complete line: message, bindings, errors and what serializers wrote. */
function cleanLine(line: string, hide: Redact): string {
  // Fast path for most lines. A line with a backslash has escaped text, which must be parsed first.
  if (!line.includes('\\') && !SECRET_MEMBER.test(line) && hide(line) === line) return line;
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return `${JSON.stringify({ level: 50, msg: hide(line.trim()) })}\n`;
  }
  return `${JSON.stringify(clean(entry, 0, hide))}\n`;
}

/**
 * Creates a log that redacts phone numbers, tokens, callback addresses and secrets in all parts of a line.
 *
 * @param destination default: standard output
 * @param secrets redacted wherever they appear
 */
export function createLog(
  level: Settings['LOG_LEVEL'],
  destination?: DestinationStream,
  secrets: readonly Secret[] = [],
): Log {
  const hide = redactSecrets(secrets).whole;
  const options: LoggerOptions = { level, base: null, hooks: { streamWrite: (line) => cleanLine(line, hide) } };
  return destination === undefined ? pino(options) : pino(options, destination);
}
