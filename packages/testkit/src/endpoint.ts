import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from './serve.ts';

/** A request that an endpoint received. */
export interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Starts a shop's endpoint whose answers the test sets; 200 by default. */
export async function startEndpoint() {
  const received: Received[] = [];
  const endpoint = {
    /** Answers each request; replace it to change the answers. */
    answer: (_received: Received, response: ServerResponse): void => void response.writeHead(200).end(),
  };
  const { url, close } = await serve((request, response) => {
    read(request).then(
      (one) => {
        received.push(one);
        endpoint.answer(one, response);
      },
      () => response.destroy(),
    );
  });
  return Object.assign(endpoint, {
    url: `${url}/webhooks`,
    /** All requests, in order of arrival. */
    received,
    close,
  });
}

async function read(request: IncomingMessage): Promise<Received> {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return { id: headers['webhook-id'] ?? '', headers, body: await text(request) };
}
