import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Served, serve } from '@tsena/testkit/serve';

/** A callback that a receiver got. */
export interface ReceivedCallback {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly type: string | undefined;
  readonly body: Record<string, unknown>;
}

/** A server at a merchant's callback address. */
export interface Receiver extends Served {
  readonly received: ReceivedCallback[];
}

/**
 * Starts a server that records callbacks.
 *
 * @param respond sends the response. Default: 200
 */
export async function createReceiver(
  respond: (response: ServerResponse) => void = (response) => response.end(),
): Promise<Receiver> {
  const received: ReceivedCallback[] = [];
  const { url, close } = await serve(async (request, response) => {
    const body = (await json(request)) as Record<string, unknown>;
    received.push({ method: request.method, url: request.url, type: request.headers['content-type'], body });
    respond(response);
  });
  return { url: `${url}/callbacks/secret`, received, close };
}
