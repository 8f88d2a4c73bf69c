import { createHash, timingSafeEqual } from 'node:crypto';
import { type Request, Router } from 'express';
import ipaddr from 'ipaddr.js';
import type { Registry } from 'prom-client';
import type { Secret } from '../config.ts';
import { bearerOf } from './body.ts';
import { onlyMethods, sendProblem } from './problem.ts';

/** What proxies add. */
const FORWARDED = /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/;
const NEAR = ['loopback', 'private', 'uniqueLocal', 'linkLocal'];

/**
 * `/metrics` for Prometheus. How much a shop sells is nobody else's business: with METRICS_TOKEN only who has it may
 * read; without, only who asks from this machine or its private network, and not through a proxy.
 */
export function scrapeRouter(registry: Registry, token: Secret | null): Router {
  const wanted = token === null ? null : digest(token.reveal());
  const router = Router();
  router
    .route('/metrics')
    .get(async (request, response) => {
      const may = wanted === null ? isNear(request) : isToken(bearerOf(request), wanted);
      if (!may) {
        sendProblem(request, response, 'not_found');
        return;
      }
      response.set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).send(await registry.metrics());
    })
    .all(onlyMethods('GET'));
  return router;
}

function isNear(request: Request): boolean {
  const address = request.socket.remoteAddress ?? '';
  if (Object.keys(request.headers).some((name) => FORWARDED.test(name)) || !ipaddr.isValid(address)) return false;
  return NEAR.includes(ipaddr.process(address).range());
}

/** Who sends none is not let in, even where a host's settings hold an empty one. */
function isToken(given: string | undefined, wanted: Buffer): boolean {
  return given !== undefined && timingSafeEqual(digest(given), wanted);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
