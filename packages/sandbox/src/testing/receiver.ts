import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A callback that a receiver got. */
export interface ReceivedCallback {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly type: string | undefined;
  readonly body: Record<string, unknown>;
}

/** A server at a merchant's callback address. */
export interface Receiver {
  readonly url: string;
  readonly received: ReceivedCallback[];
  close(): Promise<void>;
}

/**
 * Starts a server that records callbacks.
 *
 * @param respond sends the response. Default: 200
 */
export async function createReceiver(respond: (response: ServerResponse) => void = (response) => response.end()): Promise<Receiver> {
  const received: ReceivedCallback[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      received.push({ method: request.method, url: request.url, type: request.headers['content-type'], body: JSON.parse(text) });
      respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no TCP port.');
  return {
    url: `http://127.0.0.1:${address.port}/callbacks/secret`,
    received,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
