import type { Response } from 'express';

/**
 * Security headers of every page. A page loads only what the policy names, and other sites do not learn the order's
 * address.
 */
export function securePage(response: Response): void {
  response.set({
    'content-security-policy': policy({}),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
}

/**
 * Also allows the payment form, its script and requests to the companion, for the checkout page. The companion begins a
 * payment only for a form whose origin the browser names, so it learns the shop's origin, and nothing else.
 */
export function allowCompanion(response: Response, companionUrl: string): void {
  const { origin } = new URL(companionUrl);
  response.set({
    'content-security-policy': policy({ scripts: `'self' ${origin}`, connections: origin, forms: `'self' ${origin}` }),
    'referrer-policy': 'strict-origin',
  });
}

/** Also allows the shop's own script and its requests to the shop, for the order page. */
export function allowOwnScript(response: Response): void {
  response.set('content-security-policy', policy({ scripts: "'self'", connections: "'self'" }));
}

interface Allowed {
  readonly scripts?: string;
  readonly connections?: string;
  readonly forms?: string;
}

function policy(allowed: Allowed): string {
  return [
    "default-src 'none'",
    ...(allowed.scripts === undefined ? [] : [`script-src ${allowed.scripts}`]),
    ...(allowed.connections === undefined ? [] : [`connect-src ${allowed.connections}`]),
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${allowed.forms ?? "'self'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
