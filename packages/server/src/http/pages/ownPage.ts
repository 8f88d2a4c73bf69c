import type { Request } from 'express';
import { ProblemError } from '../../problemError.ts';

/**
 * Refuses a form that another site has sent. Browsers name the site in Sec-Fetch-Site; older ones name the origin, or `null`, because these
 * pages send no referrer. The form's signed field stands behind both.
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

function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host || (publicUrl !== null && url.origin === new URL(publicUrl).origin);
}
