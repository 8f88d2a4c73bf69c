import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from './serve.ts';

/** A request that an endpoint received. */
export interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A shop's endpoint whose answers the test sets. */
export interface Endpoint {
  readonly url: string;
  /** All requests, in order of arrival. */
  readonly received: readonly Received[];
  /** Answers each request; replace it to change the answers. */
  answer: (received: Received, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** Starts an endpoint that answers 200 by default. */
export async function startEndpoint(): Promise<Endpoint> {
  const received: Received[] = [];
  const endpoint: Pick<Endpoint, 'answer'> = { answer: (_received, response) => response.writeHead(200).end() };
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
    received,
    close,
  });
}

async function read(request: IncomingMessage): Promise<Received> {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return { id: headers['webhook-id'] ?? '', headers, body: await text(request) };
}
