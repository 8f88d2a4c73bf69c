import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '../page/views.ts';

/** A request to the service, taken apart. */
export interface ServiceRequest {
  readonly on: Endpoint;
  readonly method: string;
  /** Without its query, double slashes made single. */
  readonly path: string;
  /** {transID} or {serverCorrelationId}; empty for the other endpoints. */
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A header's value, trimmed; an empty one counts as none. */
export function header(request: ServiceRequest, name: string): string | undefined {
  const value = request.headers[name];
  const text = Array.isArray(value) ? value.join(', ') : value;
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

/** The payment endpoints' path (section 4). */
export function paymentPath(service: string): string {
  return `/${service}/mm/transactions/type/merchantpay/1.0.0`;
}

/** Which endpoint a request is for (section 4), with or without a trailing slash. */
export function route(service: string, method: string, url: string): Pick<ServiceRequest, 'on' | 'path' | 'id'> {
  const path = (url.split('?', 1)[0] ?? '').replace(/\/{2,}/g, '/');
  const bare = path.replace(/\/$/, '');
  const base = paymentPath(service);
  if (bare === '/token' && method === 'POST') return { on: 'token', path, id: '' };
  if (bare === base && method === 'POST') return { on: 'initiate', path, id: '' };
  const rest = bare.startsWith(`${base}/`) && method === 'GET' ? bare.slice(base.length + 1) : '';
  const [, status, id] = /^(status\/)?([^/]+)$/.exec(rest) ?? [];
  if (id === undefined) return { on: 'other', path, id: '' };
  return { on: status === undefined ? 'details' : 'status', path, id };
}
