import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import type { Registry } from 'prom-client';
import { isSameText } from '../config/isSameText.ts';
import { isLocalUrl } from '../config/loopback.ts';
import type { Secret } from '../config/secret.ts';
import { ProblemError } from '../input/problemError.ts';
import { readBearerToken } from './kit/bodies/body.ts';
import type { HttpContext } from './kit/context.ts';
import { defineRoute } from './kit/route.ts';

/** Headers that proxies add. */
const PROXY_HEADER = /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/;
const LOCAL_RANGES = ['loopback', 'private', 'uniqueLocal', 'linkLocal'];

interface MetricsContext extends Pick<HttpContext, 'current'> {
  readonly registry: Registry;
  readonly token: Secret | null;
}

/**
 * `/metrics` for Prometheus. The metrics show how much a shop sells. With METRICS_TOKEN, only requests with that token
 * may read them. Without it, only requests from this machine or its private network, and not through a proxy. A
 * companion that others reach at PUBLIC_URL has a proxy or a gateway before it, which may add no header and have a
 * private address, so that each request could be a stranger’s.
 */
export const metricsRoutes = {
  /**
   * Read the metrics for Prometheus.
   *
   * Needs `METRICS_TOKEN` as the bearer token if it is set. Otherwise it answers only on this machine and its private
   * network, not through a proxy, and not at all if `PUBLIC_URL` is another address than this machine’s own over http.
   */
  readMetrics: defineRoute('GET /metrics', {
    group: 'Operations',
    caller: 'metrics',
    answers: { 200: { text: 'The metrics', type: 'text/plain' } },
    problems: ['not_found'],
    async handle({ registry, token, current }: MetricsContext, { request, response }) {
      const isAllowed =
        token === null ? isLocal(request, current().PUBLIC_URL) : isToken(readBearerToken(request), token);
      if (!isAllowed) throw new ProblemError('not_found');
      response
        .set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
        .send(await registry.metrics());
    },
  }),
};

function isLocal(request: Request, publicUrl: string | null): boolean {
  const address = request.socket.remoteAddress ?? '';
  if (
    !isLocalUrl(publicUrl) ||
    Object.keys(request.headers).some((name) => PROXY_HEADER.test(name)) ||
    !ipaddr.isValid(address)
  )
    return false;
  return LOCAL_RANGES.includes(ipaddr.process(address).range());
}

/** A request without a token is refused, even if the expected token is empty. */
function isToken(given: string | undefined, expected: Secret): boolean {
  return given !== undefined && isSameText(given, expected.reveal());
}
