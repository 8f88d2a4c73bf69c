import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Settings } from './config.ts';
import { redact } from './redact.ts';

export { redact } from './redact.ts';

/** The companion's log. */
export type Log = Logger;

/** Members whose value is a secret whatever it looks like. */
const SECRET_NAME = /^(?:.*(?:secret|password|authorization|cookie)|.*(?:access|order|bearer)_?token|token|.*api_?key|callback_?url)$/i;

/** Finds whatever {@link SECRET_NAME} finds among the members of a line, and some things more. */
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

/** The one place that all lines pass, whatever they were made of: message, bindings, error, serializer. */
function cleanLine(line: string): string {
  // Most lines hold nothing to clean; where nothing is escaped, what stands in them is what they say.
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
 * A log that lets no phone number, token, callback address or secret out, wherever in a line it stands.
 *
 * @param destination standard output where it is left out
 */
export function createLog(level: Settings['logLevel'], destination?: DestinationStream): Log {
  const options: LoggerOptions = { level, base: null, hooks: { streamWrite: cleanLine } };
  return destination === undefined ? pino(options) : pino(options, destination);
}
