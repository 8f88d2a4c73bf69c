import type { ServerResponse } from 'node:http';
import type { Log } from '../log.ts';

/** Logs what goes wrong with a response. An `error` that nobody listens to would end the process, and with it each initiation under way. */
export function logResponseErrors(response: ServerResponse, log: Log): void {
  response.on('error', (error) => log.error({ err: error, requestId: requestIdIn(response) }, 'an answer could not be written'));
}

/** The id that the answer carries, if it has one yet. */
function requestIdIn(response: ServerResponse): string | undefined {
  const id = response.getHeader('X-Request-Id');
  return typeof id === 'string' ? id : undefined;
}
