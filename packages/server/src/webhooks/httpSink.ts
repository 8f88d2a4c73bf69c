import { lookup as resolve } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import axios from 'axios';
import ipaddr from 'ipaddr.js';
import { Webhook } from 'standardwebhooks';
import type { Settings } from '../config.ts';
import type { Delivery, Sink } from './sink.ts';

const TIMEOUT = 15_000;

class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** Looks at what a name resolves to at the moment of connecting, so that it cannot be swapped after a check. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      callback(error, []);
      return;
    }
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublic(address))) {
      callback(new PrivateAddress('the endpoint’s address is private; WEBHOOK_ALLOW_PRIVATE=1 allows it'), []);
      return;
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** A literal address is connected to without a look-up. */
function literalAddress(url: string): string | undefined {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? host : undefined;
}

function retryAfterOf(header: unknown, now: number): number | null {
  if (typeof header !== 'string') return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}

/** Signs webhooks as Standard Webhooks says and posts them to the shop's endpoint. Only a 2xx counts; redirects are not followed. */
export function httpSink(settings: NonNullable<Settings['webhook']>): Sink {
  const signers = settings.secrets.map((secret) => new Webhook(secret.reveal()));
  const lookup = settings.allowPrivate ? {} : { lookup: publicLookup };
  const client = axios.create({
    httpAgent: new HttpAgent({ keepAlive: true, ...lookup }),
    httpsAgent: new HttpsAgent({ keepAlive: true, ...lookup }),
    timeout: TIMEOUT,
    maxRedirects: 0,
    proxy: false,
    validateStatus: () => true,
    responseType: 'stream',
  });
  const literal = literalAddress(settings.url);

  return async (webhook): Promise<Delivery> => {
    if (!settings.allowPrivate && literal !== undefined && !isPublic(literal)) {
      return { kind: 'failed', error: 'the endpoint’s address is private; WEBHOOK_ALLOW_PRIVATE=1 allows it', retryAfterMs: null };
    }
    const at = new Date();
    try {
      const response = await client.post<Readable>(settings.url, webhook.payload, {
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Tsena-Checkout',
          'webhook-id': webhook.id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': signers.map((signer) => signer.sign(webhook.id, at, webhook.payload)).join(' '),
        },
        signal: AbortSignal.timeout(TIMEOUT),
      });
      // The answer is in the status; a body is neither read nor waited for.
      response.data.destroy();
      const { status } = response;
      if (status >= 200 && status < 300) return { kind: 'delivered' };
      if (status === 410) return { kind: 'gone', error: 'the endpoint answered 410' };
      return {
        kind: 'failed',
        error: `the endpoint answered ${status}`,
        retryAfterMs: retryAfterOf(response.headers['retry-after'], at.getTime()),
      };
    } catch (error) {
      return { kind: 'failed', error: describe(error), retryAfterMs: null };
    }
  };
}

function describe(error: unknown): string {
  if (!axios.isAxiosError(error)) return error instanceof Error ? error.message : String(error);
  if (error.cause instanceof PrivateAddress) return error.cause.message;
  return error.code === 'ERR_CANCELED' || error.code === 'ECONNABORTED' ? 'no answer within 15 s' : (error.code ?? error.message);
}
