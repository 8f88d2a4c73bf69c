import { createHash, timingSafeEqual } from 'node:crypto';
import { type Request, Router } from 'express';
import ipaddr from 'ipaddr.js';
import type { Registry } from 'prom-client';
import type { Secret } from '../config/secret.ts';
import { readBearerToken } from './body.ts';
import { rejectOtherMethods, sendProblem } from './problem.ts';

/** Headers that proxies add. */
const PROXY_HEADER = /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/;
const LOCAL_RANGES = ['loopback', 'private', 'uniqueLocal', 'linkLocal'];

/**
 * `/metrics` for Prometheus. The metrics show how much a shop sells. With METRICS_TOKEN, only requests with that token may read them.
 * Without it, only requests from this machine or its private network, and not through a proxy.
 */
export function metricsRouter(registry: Registry, token: Secret | null): Router {
  const expected = token === null ? null : digest(token.reveal());
  const router = Router();
  router
    .route('/metrics')
    .get(async (request, response) => {
      const isAllowed = expected === null ? isLocal(request) : isToken(readBearerToken(request), expected);
      if (!isAllowed) {
        sendProblem(request, response, 'not_found');
        return;
      }
      response.set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).send(await registry.metrics());
    })
    .all(rejectOtherMethods('GET'));
  return router;
}

function isLocal(request: Request): boolean {
  const address = request.socket.remoteAddress ?? '';
  if (Object.keys(request.headers).some((name) => PROXY_HEADER.test(name)) || !ipaddr.isValid(address)) return false;
  return LOCAL_RANGES.includes(ipaddr.process(address).range());
}

/** A request without a token is refused, even if the expected token is empty. */
function isToken(given: string | undefined, expected: Buffer): boolean {
  return given !== undefined && timingSafeEqual(digest(given), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
