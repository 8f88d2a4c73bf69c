import type { Response } from 'express';

/** Headers of every page: it may load and do nothing but what is named, and tells no other site which order it was on. */
export function securePage(response: Response): void {
  response.set({
    'content-security-policy': policy({}),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
}

/** What the checkout page needs beyond that: the widget's script, and the companion that it talks to. */
export function allowCompanion(response: Response, companionUrl: string): void {
  const { origin } = new URL(companionUrl);
  response.set('content-security-policy', policy({ scripts: `'self' ${origin}`, connections: origin }));
}

/** What the order page needs beyond that: its own script, which asks the shop for news. */
export function allowOwnScript(response: Response): void {
  response.set('content-security-policy', policy({ scripts: "'self'", connections: "'self'" }));
}

function policy(allowed: { readonly scripts?: string; readonly connections?: string }): string {
  return [
    "default-src 'none'",
    ...(allowed.scripts === undefined ? [] : [`script-src ${allowed.scripts}`]),
    ...(allowed.connections === undefined ? [] : [`connect-src ${allowed.connections}`]),
    "style-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
