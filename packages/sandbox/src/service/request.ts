import type { IncomingHttpHeaders } from 'node:http';
import express, { type Request, type Response } from 'express';
import type { Endpoint } from '../views/views.ts';

/** A parsed request to the service. */
export interface ServiceRequest {
  readonly on: Endpoint;
  readonly method: string;
  /** Without the query. Repeated slashes are replaced by one. */
  readonly path: string;
  /** {transID} or {serverCorrelationId}. Empty for the other endpoints. */
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  /** The body of a POST, or an empty text. Undefined if the body cannot be read. */
  readonly text: string | undefined;
  /** The parsed JSON body of an initiation. Undefined if the body is not JSON. */
  readonly json: unknown;
}

/** Reads and parses a request to the service. */
export async function readRequest(service: string, incoming: Request, response: Response): Promise<ServiceRequest> {
  const { method, headers } = incoming;
  const endpoint = matchEndpoint(service, method, incoming.url);
  // Some clients send a body with a GET. It is ignored.
  const text = method === 'POST' ? await readText(incoming, response) : '';
  return { ...endpoint, method, headers, text, json: endpoint.on === 'initiate' ? readJson(text) : undefined };
}

const MAX_BODY_BYTES = 64 * 1024;

const parseText = express.text({ type: () => true, limit: MAX_BODY_BYTES });

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

/** Returns the trimmed value of a header, or undefined if the header is missing or empty. */
export function getHeader(request: ServiceRequest, name: string): string | undefined {
  const value = request.headers[name];
  const text = Array.isArray(value) ? value.join(', ') : value;
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

/** Returns the Content-Type in lower case, without its parameters. */
export function getMediaType(request: ServiceRequest): string | undefined {
  return getHeader(request, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}

/** Returns the base path of the payment endpoints (section 4). */
function buildPaymentPath(service: string): string {
  return `/${service}/mm/transactions/type/merchantpay/1.0.0`;
}

/** Finds the endpoint of a request (section 4). The path may end with a slash. */
function matchEndpoint(service: string, method: string, url: string): Pick<ServiceRequest, 'on' | 'path' | 'id'> {
  const path = (url.split('?', 1)[0] ?? '').replace(/\/{2,}/g, '/');
  const trimmedPath = path.replace(/\/$/, '');
  const base = buildPaymentPath(service);
  if (trimmedPath === '/token' && method === 'POST') return { on: 'token', path, id: '' };
  if (trimmedPath === base && method === 'POST') return { on: 'initiate', path, id: '' };
  const rest = trimmedPath.startsWith(`${base}/`) && method === 'GET' ? trimmedPath.slice(base.length + 1) : '';
  const [, status, id] = /^(status\/)?([^/]+)$/.exec(rest) ?? [];
  if (id === undefined) return { on: 'other', path, id: '' };
  return { on: status === undefined ? 'details' : 'status', path, id };
}
