import type { Language } from '@tsena/shared';
import * as z from 'zod/mini';
import { ApiError } from './apiError.ts';
import { refusalSchema } from './refusal.ts';
import { learnServerTime } from './serverClock.ts';

/** Where a browser signs in and out. */
const SESSION_PATH = '/session';

/** What a request can have beside its path and body. */
export interface SendOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly signal?: AbortSignal | undefined;
  /** The media type of the answer, where the companion has several. */
  readonly accept?: 'text/csv';
  /** The companion does a request once, however often it comes with the same key. */
  readonly idempotencyKey?: string;
}

/** Options of {@link createSender}. */
export interface SenderOptions {
  readonly language: Language;
  /** The address of `/v1/merchant`, without a trailing slash. */
  readonly base: string;
  /** Called when the companion answers that the browser is not signed in, or no longer. */
  onSignedOut(): void;
}

/**
 * Creates what sends requests to the merchant API. The browser's cookie says whose session it is. All throw an {@link
 * ApiError}.
 */
export function createSender({ language, base, onSignedOut }: SenderOptions) {
  /** Sends a request, and returns its successful answer. */
  async function send(
    path: string,
    body?: unknown,
    { method = body === undefined ? 'GET' : 'POST', signal, accept, idempotencyKey }: SendOptions = {},
  ) {
    let response: Response;
    try {
      response = await fetch(`${base}${path}`, {
        method,
        headers: {
          'Accept-Language': language,
          ...(accept === undefined ? {} : { Accept: accept }),
          // For a form, the browser writes the media type with its boundary.
          ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        },
        // In the mode `same-origin` and without a referrer, browsers would send `Origin: null` with a change.
        mode: 'cors',
        credentials: 'same-origin',
        cache: 'no-store',
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (cause) {
      throw new ApiError('unreachable', '', { cause });
    }
    learnServerTime(response);
    // A page is no answer of the companion: a hoster that checks browsers, or a proxy, sends one with 200 too.
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
    if (response.ok && !isPage) return response;
    const refusal = z.safeParse(refusalSchema, await readJson(response)).data;
    if (refusal === undefined) throw new ApiError('unreachable');
    const { code, detail, errors } = refusal;
    // A wrong key at the sign-in ends nothing.
    if (code === 'merchant_key_invalid' && path !== SESSION_PATH) onSignedOut();
    // Of a statement, only the companion knows the line that cannot be read.
    const place = code === 'statement_unreadable' ? (errors?.[0]?.detail ?? '') : '';
    throw new ApiError(code, place === '' ? detail : `${detail} (${place})`, { refusal });
  }

  /** Sends a request, and returns its answer as the schema describes it. */
  async function request<Schema extends z.ZodMiniType>(
    schema: Schema,
    path: string,
    body?: unknown,
    options?: SendOptions,
  ): Promise<z.output<Schema>> {
    const answer = await readJson(await send(path, body, options));
    // Cut off: whether the companion did what was asked is unknown.
    if (answer === undefined) throw new ApiError('unreachable');
    const parsed = z.safeParse(schema, answer);
    if (!parsed.success) throw new ApiError('unreadable', '', { cause: parsed.error });
    return parsed.data;
  }

  return {
    send,
    request,
    /**
     * Signs the browser in. The companion keeps the session in a cookie that no script can read; the key is not kept.
     */
    signIn: async (key: string) => void (await send(SESSION_PATH, { key })),
    /** Ends the browser's session. */
    signOut: async () => void (await send(SESSION_PATH, undefined, { method: 'DELETE' })),
  };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
