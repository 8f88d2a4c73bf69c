import { type Language, pickLanguage } from '@tsena/shared';
import { type LinkId, linkIdSchema, type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';
import type { Request } from 'express';
import * as z from 'zod/mini';
import { ProblemError } from '../../input/problemError.ts';
import { languageOf } from '../kit/problem.ts';

/** Reads whose page a request is for. */
export function readId(
  request: Request,
): { readonly kind: 'link'; readonly id: LinkId } | { readonly kind: 'payment'; readonly id: PaymentId } {
  const link = z.safeParse(linkIdSchema, request.params.id);
  if (link.success) return { kind: 'link', id: link.data };
  const payment = z.safeParse(paymentIdSchema, request.params.id);
  if (payment.success) return { kind: 'payment', id: payment.data };
  throw new ProblemError('not_found');
}

/** The language of a page: that of the switch or of the form in the shop's page, else the browser's. */
export function languageFor(request: Request): Language {
  return chosenLanguage(request) ?? languageOf(request);
}

/** By request: the field `lang` of a form in the shop's page. */
const languageFields = new WeakMap<Request, string | undefined>();

/** The shop has written the form in this language: the pages that follow keep it. */
export function chooseLanguage(request: Request, field: string | undefined): void {
  languageFields.set(request, field);
}

/** The language that the switch, or else the form in the shop's page, has chosen; undefined if neither did. */
function chosenLanguage(request: Request): Language | undefined {
  const lang = request.query.lang ?? languageFields.get(request);
  return typeof lang === 'string' ? pickLanguage([lang]) : undefined;
}

/** The query of the next address: with the `view`, if there is one, and the chosen language. */
export function languageQuery(request: Request, view?: string): string {
  const query = new URLSearchParams(view && { view });
  const language = chosenLanguage(request);
  if (language !== undefined) query.set('lang', language);
  return query.size === 0 ? '' : `?${query}`;
}

/**
 * Refuses a form that another site has sent. Browsers name the site in Sec-Fetch-Site; older ones name the origin, or
 * `null`, because these pages send no referrer. The form's signed field stands behind both.
 *
 * @throws ProblemError `cross_site_request`
 */
export function requireOwnPage(request: Request, publicUrl: string | null): void {
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  const isOwn =
    site === undefined
      ? origin === undefined || origin === 'null' || isOwnOrigin(origin, request.get('host'), publicUrl)
      : site === 'same-origin' || site === 'none';
  if (isOwn) return;
  request.resume();
  throw new ProblemError('cross_site_request');
}

/**
 * Whether a form of a shop's page may begin a payment: the browser names the shop's origin, which ALLOWED_ORIGINS has,
 * or the companion's own. `null` and nothing name nobody.
 */
export function isFromShop(request: Request, allowed: readonly string[], publicUrl: string | null): boolean {
  const origin = request.get('origin');
  if (origin === undefined) return false;
  if (allowed.includes(origin)) return true;
  return publicUrl === null ? isOwnOrigin(origin, request.get('host'), null) : origin === new URL(publicUrl).origin;
}

function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host || (publicUrl !== null && url.origin === new URL(publicUrl).origin);
}
