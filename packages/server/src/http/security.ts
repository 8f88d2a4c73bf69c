import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from 'cors';
import type { Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

/** The shop's other subdomains may have no certificate. */
export const HSTS = { includeSubDomains: false } as const;

const HELMET_OPTIONS: HelmetOptions = {
  strictTransportSecurity: HSTS,
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  // Shops on other origins read these answers. CORS names the allowed origins.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginOpenerPolicy: false,
  referrerPolicy: { policy: 'no-referrer' },
  // For documents, Flash and Internet Explorer; the policy forbids frames. An event stream keeps each header as long as it is open.
  originAgentCluster: false,
  xFrameOptions: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

/** The headers of answers that no browser may show as a page or in a frame. They are the same for each: helmet writes them once. */
export function securityHeaders(): Map<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(HELMET_OPTIONS)(response.req, response, () => undefined);
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

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
