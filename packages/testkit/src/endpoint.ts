import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  const server = createServer((request, response) => {
    read(request).then(
      (one) => {
        received.push(one);
        endpoint.answer(one, response);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(endpoint, {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return { id: headers['webhook-id'] ?? '', headers, body: Buffer.concat(chunks).toString() };
}
