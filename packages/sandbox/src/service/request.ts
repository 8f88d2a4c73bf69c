import type { IncomingHttpHeaders } from 'node:http';
import express, { type Request, type Response } from 'express';
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
  /** The body of a POST, empty if there is none; undefined if it cannot be read. */
  readonly text: string | undefined;
  /** The body as JSON; undefined if it is none. */
  readonly json: unknown;
}

/** Takes a request apart. */
export async function readRequest(service: string, incoming: Request, response: Response): Promise<ServiceRequest> {
  const { method, headers } = incoming;
  const routed = route(service, method, incoming.url);
  // A body on a GET is passed over, so it need not be readable.
  const text = method === 'POST' ? await readText(incoming, response) : '';
  return { ...routed, method, headers, text, json: routed.on === 'initiate' ? readJson(text) : undefined };
}

const parseText = express.text({ type: () => true, limit: '64kb' });

function readText(incoming: Request, response: Response): Promise<string | undefined> {
  return new Promise((resolve) => {
    parseText(incoming, response, (error?: unknown) => {
      const body: unknown = incoming.body;
      if (error !== undefined) resolve(undefined);
      else resolve(typeof body === 'string' ? body : '');
    });
  });
}

function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A header's value, trimmed; an empty one counts as none. */
export function header(request: ServiceRequest, name: string): string | undefined {
  const value = request.headers[name];
  const text = Array.isArray(value) ? value.join(', ') : value;
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

/** The payment endpoints' path (section 4). */
function paymentPath(service: string): string {
  return `/${service}/mm/transactions/type/merchantpay/1.0.0`;
}

/** Which endpoint a request is for (section 4), with or without a trailing slash. */
function route(service: string, method: string, url: string): Pick<ServiceRequest, 'on' | 'path' | 'id'> {
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
