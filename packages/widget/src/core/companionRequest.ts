import type { Language } from '@tsena/shared';

/** A request to the companion's HTTP interface. */
export interface CompanionRequest {
  /** The companion's address, without `/v1`. */
  companionUrl: string;
  /** The address below `/v1`. */
  path: string;
  /** The language of the companion's messages. */
  language: Language;
  token?: string | undefined;
  body?: object | undefined;
  signal?: AbortSignal | undefined;
}

/** The address below `/v1` that answers with the order of a token. */
export const ORDER_PATH = '/checkout';

/** Removes the slashes at the end of the companion's address. */
export function trimAddress(companionUrl: string): string {
  return companionUrl.replace(/\/+$/, '');
}

/** Sends a request. It rejects if no answer arrives. */
export function requestCompanion({ companionUrl, path, language, token, body, signal }: CompanionRequest): Promise<Response> {
  return fetch(`${trimAddress(companionUrl)}/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'Accept-Language': language,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
    cache: 'no-store',
    credentials: 'omit',
    signal: signal ?? null,
  });
}
