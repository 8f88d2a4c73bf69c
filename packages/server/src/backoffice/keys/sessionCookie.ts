import type { CookieOptions, Request, Response } from 'express';
import { ProblemError } from '../../input/problemError.ts';

/** How long a session lasts, ms. */
export const SESSION_MS = 12 * 60 * 60_000;

/** Browsers accept a cookie with this prefix only with Secure, without Domain and for the whole host. */
const NAME = '__Host-tsena';
/** On http at a loopback address, where a cookie with Secure may be dropped. */
const LOOPBACK_NAME = 'tsena';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether the cookie without the prefix may be used: only where nothing says that the companion is reached from
 * elsewhere. A proxy can pass on any Host header.
 */
function allowsPlainCookie(request: Request, publicUrl: string | null): boolean {
  if (publicUrl !== null) {
    const { protocol, host } = new URL(publicUrl);
    if (protocol !== 'http:' || !LOOPBACK.test(host)) return false;
  }
  return !Object.keys(request.headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
}

/**
 * Whether the browser is at http on a loopback address, such as a merchant who tries the dashboard on their own
 * machine.
 */
function isPlainLoopback(request: Request, publicUrl: string | null): boolean {
  if (!allowsPlainCookie(request, publicUrl)) return false;
  const origin = request.get('origin');
  if (origin !== undefined) return origin.startsWith('http://') && LOOPBACK.test(origin.slice('http://'.length));
  return !request.secure && LOOPBACK.test(request.get('host') ?? '');
}

/** The cookie's name, and how no script can read it and no other site can use it. */
function cookieFor(request: Request, publicUrl: string | null): readonly [name: string, options: CookieOptions] {
  const options: CookieOptions = { httpOnly: true, sameSite: 'strict', path: '/' };
  return isPlainLoopback(request, publicUrl) ? [LOOPBACK_NAME, options] : [NAME, { ...options, secure: true }];
}

/** Sets the session's cookie. */
export function setSessionCookie(request: Request, response: Response, token: string, publicUrl: string | null): void {
  const [name, options] = cookieFor(request, publicUrl);
  response.cookie(name, token, { ...options, maxAge: SESSION_MS });
}

/** Removes the session's cookie from the browser. */
export function clearSessionCookie(request: Request, response: Response, publicUrl: string | null): void {
  response.clearCookie(...cookieFor(request, publicUrl));
}

/**
 * The token in the session's cookie. The name without the prefix counts only on a loopback address: elsewhere another
 * host could set it.
 */
export function readSessionToken(request: Request, publicUrl: string | null): string | undefined {
  const cookies = new Map<string, string>();
  for (const pair of (request.get('cookie') ?? '').split(';')) {
    const [, name = '', value = ''] = /^\s*([^=\s]+)=([\w-]{43})\s*$/.exec(pair) ?? [];
    if (name !== '' && !cookies.has(name)) cookies.set(name, value);
  }
  const isLoopback = LOOPBACK.test(request.get('host') ?? '') && allowsPlainCookie(request, publicUrl);
  return cookies.get(NAME) ?? (isLoopback ? cookies.get(LOOPBACK_NAME) : undefined);
}

/** @throws ProblemError unless `Origin` is the companion's own: PUBLIC_URL's, or the host that the browser asked */
export function requireOwnOrigin(request: Request, publicUrl: string | null): void {
  const origin = request.get('origin');
  if (origin === undefined || !isOwnOrigin(request, origin, publicUrl)) throw new ProblemError('origin_not_allowed');
}

/** @throws ProblemError if a browser sends the request from a page that is not the companion's own */
export function rejectForeignOrigin(request: Request, publicUrl: string | null): void {
  const origin = request.get('origin');
  if (origin !== undefined && !isOwnOrigin(request, origin, publicUrl)) throw new ProblemError('origin_not_allowed');
}

function isOwnOrigin(request: Request, origin: string, publicUrl: string | null): boolean {
  const host = request.get('host') ?? '';
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  if (LOOPBACK.test(host)) return origin === `http://${host}`;
  // Without PUBLIC_URL the companion does not know whether a proxy in front of it speaks https.
  return publicUrl === null && (origin === `https://${host}` || origin === `http://${host}`);
}
