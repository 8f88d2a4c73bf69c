import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Settings } from './config/settings.ts';
import { redact } from './redact.ts';

export { redact } from './redact.ts';

/** The companion's log. */
export type Log = Logger;

/** Names of members whose value is always a secret. */
const SECRET_NAME = /^(?:.*(?:secret|password|authorization|cookie)|.*(?:access|order|bearer)_?token|token|.*api_?key|callback_?url)$/i;

/** A fast test of a line: matches all that {@link SECRET_NAME} matches, and more. */
const SECRET_MEMBER = /(?:secret|password|authorization|cookie|token|api_?key|callback_?url)":/i;

const MAX_DEPTH = 40;

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redact(value);
  if (Number.isInteger(value)) return redact(String(value)) === String(value) ? value : '[msisdn]';
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.map((entry) => clean(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      redact(name),
      SECRET_NAME.test(name) && entry !== null ? '[secret]' : clean(entry, depth + 1),
    ]),
  );
}

/** Redacts a complete line: message, bindings, errors and what serializers wrote. */
function cleanLine(line: string): string {
  // Fast path for most lines. A line with a backslash has escaped text, which must be parsed first.
  if (!line.includes('\\') && !SECRET_MEMBER.test(line) && redact(line) === line) return line;
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return `${JSON.stringify({ level: 50, msg: redact(line.trim()) })}\n`;
  }
  return `${JSON.stringify(clean(entry, 0))}\n`;
}

/**
 * Creates a log that redacts phone numbers, tokens, callback addresses and secrets in all parts of a line.
 *
 * @param destination default: standard output
 */
export function createLog(level: Settings['logLevel'], destination?: DestinationStream): Log {
  const options: LoggerOptions = { level, base: null, hooks: { streamWrite: cleanLine } };
  return destination === undefined ? pino(options) : pino(options, destination);
}
