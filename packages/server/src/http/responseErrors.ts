import type { ServerResponse } from 'node:http';
import type { Log } from '../log.ts';

/** Logs errors of a response. Without a listener, an `error` event would end the process and with it every initiation under way. */
export function logResponseErrors(response: ServerResponse, log: Log): void {
  response.on('error', (error) => log.error({ err: error, requestId: requestIdOf(response) }, 'response could not be written'));
}

function requestIdOf(response: ServerResponse): string | undefined {
  const id = response.getHeader('X-Request-Id');
  return typeof id === 'string' ? id : undefined;
}
