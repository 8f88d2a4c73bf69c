import type { IncomingMessage } from 'node:http';
import cors from 'cors';
import type { Response } from 'express';

/**
 * The headers of answers that no browser may show as a page or in a frame. No more: an event stream keeps each as long
 * as it is open.
 */
export const SECURITY_HEADERS = new Map([
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  // Shops on other origins read these answers. CORS names the allowed origins.
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ['Referrer-Policy', 'no-referrer'],
  // Not for subdomains: the shop's others may have no certificate.
  ['Strict-Transport-Security', 'max-age=31536000'],
  ['X-Content-Type-Options', 'nosniff'],
]);

/** Allows browsers to call from the shop's pages (CORS), without cookies or other credentials. */
export function allowShops(origins: readonly string[]) {
  return cors<IncomingMessage>({
    origin: [...origins],
    methods: ['GET', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept-Language'],
    exposedHeaders: 'Retry-After,Location,X-Request-Id',
    maxAge: 86_400,
  });
}

/** The request's id, which the answer and the log carry. */
export function readRequestId(response: Response): string | undefined {
  const id: unknown = response.locals.requestId;
  return typeof id === 'string' ? id : undefined;
}
