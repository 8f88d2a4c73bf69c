import { formatMsisdn, type Msisdn, maskMsisdn, readMsisdn } from '@tsena/shared';
import type { Request, Response } from 'express';

const NAME = 'tsena_payer';
/** About as long as a payer waits. */
const SHOWN_MS = 5 * 60_000;
/** What Express takes in no path of a cookie: it would throw. A semicolon would end the path (RFC 6265). */
const NOT_IN_A_PATH = /[^ -:=-~]/;

/**
 * Lets the page of a payment show the whole number to the browser that has sent it, also without a script. The browser
 * keeps the number and sends it to this page alone; the companion keeps nothing. `Lax`: the form may stand in the shop's
 * page, and the browser counts the way from there as the shop's.
 *
 * @param path - of the payment's page
 */
export function rememberOwnNumber(
  request: Request,
  response: Response,
  path: string,
  msisdn: Msisdn,
  publicUrl: string | null,
): void {
  if (NOT_IN_A_PATH.test(path)) return;
  const secure = request.secure || publicUrl?.startsWith('https:') === true;
  response.cookie(NAME, msisdn, { path, secure, httpOnly: true, sameSite: 'lax', maxAge: SHOWN_MS });
}

/**
 * The whole number that the browser has sent before, if it fits the masked one. It is compared with nothing else: who
 * guesses learns nothing that the page does not say to everybody.
 *
 * @param payer - masked
 */
export function readOwnNumber(request: Request, payer: string): string | null {
  const [, digits = ''] = new RegExp(`(?:^|;\\s*)${NAME}=(\\d{10})(?:;|$)`).exec(request.get('cookie') ?? '') ?? [];
  const reading = readMsisdn(digits);
  return reading.ok && maskMsisdn(reading.msisdn) === payer ? formatMsisdn(reading.msisdn) : null;
}
