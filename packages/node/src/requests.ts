import type { FieldError } from './apiTypes.ts';
import { readCompanionUrl } from './companionUrl.ts';
import { TsenaError } from './error.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
/** Next.js keeps the answers of fetch. Node's types do not know this option of the standard. */
const UNCACHED = { cache: 'no-store' } as const;

/** Where the companion is, and how to ask it. */
export interface RequestsOptions {
  /** The companion's address: `https://pay.example`. */
  readonly companionUrl: string;
  /** A merchant key. It never appears in an error. */
  readonly apiKey: string;
  /** The time limit of one request, ms; default 10 s. */
  readonly timeoutMs?: number;
}

/** The variable parts of a request. */
export interface RequestParts {
  /** Fills `{name}` in the route. */
  readonly path?: Readonly<Record<string, string>>;
  /** Fields that are undefined are left out. */
  readonly query?: object;
  /** Sent as JSON. */
  readonly body?: object;
  /** Sent as a form with a file (`multipart/form-data`) instead of `body`. */
  readonly form?: FormData;
  /** The media type of the answer, where a route has several. */
  readonly accept?: 'text/csv';
  /** The header `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined;
}

/** The target of a route, with the parts in place. */
function writeTarget(route: string, { path = {}, query = {} }: RequestParts): string {
  const filled = route.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const part = path[name];
    // `.` and `..` would lead to another route, even when they are encoded.
    if (typeof part !== 'string' || /^\.{0,2}$/.test(part))
      throw new TsenaError('request_invalid', `${name} is missing or malformed.`);
    return encodeURIComponent(part);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseRecord(content: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.pointer === 'string' && typeof value.detail === 'string';
}

/** The error that an answer stands for. */
function errorOf(response: Response, content: string): TsenaError {
  const problem = parseRecord(content);
  const retryAfter = response.headers.get('retry-after') ?? '';
  const info = {
    status: response.status,
    retryAfterSeconds: /^[0-9]{1,9}$/.test(retryAfter) ? Number(retryAfter) : null,
    requestId: response.headers.get('x-request-id'),
  };
  if (problem === undefined || typeof problem.code !== 'string') {
    return new TsenaError(
      'answer_invalid',
      `The companion's address answered ${response.status} without a problem document.`,
      info,
    );
  }
  const detail = typeof problem.detail === 'string' ? problem.detail : problem.code;
  const errors = Array.isArray(problem.errors) ? problem.errors.filter(isFieldError) : [];
  return new TsenaError(problem.code, detail, { ...info, errors, problem });
}

/** Requests to the merchant API. `route` is a method and a path: `GET /v1/merchant/payments/{id}`. */
export interface Requests {
  /** Sends a request and reads the answer as JSON. */
  json<Answer extends object>(route: string, parts?: RequestParts): Promise<Answer>;
  /** Sends a request and reads the answer as text. */
  text(route: string, parts?: RequestParts): Promise<string>;
}

/** @throws TsenaError `request_invalid` for an address that is not http or https, or an empty key */
export function createRequests({ companionUrl, apiKey, timeoutMs = DEFAULT_TIMEOUT_MS }: RequestsOptions): Requests {
  const base = readCompanionUrl(companionUrl);
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new TsenaError('request_invalid', 'apiKey is missing, or has characters that no key has.');

  async function text(route: string, parts: RequestParts = {}): Promise<string> {
    const [method = '', path = ''] = route.split(' ');
    const target = writeTarget(path, parts);
    const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` };
    if (parts.accept !== undefined) headers.accept = parts.accept;
    const json = parts.body === undefined ? null : JSON.stringify(parts.body);
    // fetch writes the media type of a form, with its boundary.
    const body = parts.form ?? json;
    if (json !== null) headers['content-type'] = 'application/json';
    if (parts.idempotencyKey !== undefined) {
      if (!/^[\x21-\x7e]{1,255}$/.test(parts.idempotencyKey)) {
        throw new TsenaError('request_invalid', 'The idempotency key must have 1 to 255 printable characters.');
      }
      headers['idempotency-key'] = parts.idempotencyKey;
    }
    let response: Response;
    let content: string;
    try {
      response = await fetch(`${base}${target}`, {
        method,
        headers,
        ...UNCACHED,
        // A redirect would take the key to another address.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        body,
      });
      content = await response.text();
    } catch (cause) {
      throw new TsenaError(
        'companion_unreachable',
        'The companion did not answer. Whether it received the request is unknown.',
        { cause },
      );
    }
    // A page is no answer of a companion: a hoster that checks browsers, or a proxy, sends one with 200 too.
    if (!response.ok || /^text\/html/i.test(response.headers.get('content-type') ?? ''))
      throw errorOf(response, content);
    return content;
  }

  return {
    text,
    async json<Answer extends object>(route: string, parts?: RequestParts): Promise<Answer> {
      const answer = parseRecord(await text(route, parts));
      if (answer === undefined)
        throw new TsenaError('answer_invalid', 'The answer is not a JSON object: is this the address of a companion?');
      // The companion's tests check each answer against the schema of its route.
      return answer as Answer;
    },
  };
}
