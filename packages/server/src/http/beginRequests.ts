import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { readRequestId, SECURITY_HEADERS } from './kit/security.ts';
import { onResponseEnd, responseStatus } from './kit/streams/responseEnd.ts';

const begun = new WeakSet<ServerResponse>();

/**
 * Middleware that each request passes first, and only once. The answer gets an id and the headers of every answer. When
 * it ends, the request is counted.
 *
 * @param logsRequests whether it is a line of the log too, without secrets
 */
export function beginRequests({ requestEnded }: Metrics, log: Log, logsRequests = false): RequestHandler {
  return (request, response, next) => {
    if (begun.has(response)) return next();
    begun.add(response);
    const startedAt = performance.now();
    const requestId = readRequestId(response) ?? randomUUID();
    response.locals.requestId = requestId;
    response.setHeaders(SECURITY_HEADERS).setHeader('X-Request-Id', requestId);
    // Without a listener, an `error` event would end the process and with it every initiation under way.
    response.on('error', (error) => log.error({ err: error, requestId }, 'response could not be written'));
    // A router that is mounted at a path removes it from the request.
    const path = request.path.replace(/^(\/v1\/callbacks\/).*/, '$1…');
    onResponseEnd(response, () => {
      const [status, ms] = [responseStatus(response), performance.now() - startedAt];
      requestEnded(request, status, ms);
      if (logsRequests) log.info({ requestId, method: request.method, path, status, ms: Math.round(ms) }, 'request');
    });
    next();
  };
}
