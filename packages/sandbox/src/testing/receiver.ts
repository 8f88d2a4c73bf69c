import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A callback as it came in. */
export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly type: string | undefined;
  readonly body: Record<string, unknown>;
}

/** A merchant's callback address. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  close(): Promise<void>;
}

/** Listens for callbacks and answers 200, or as told. */
export async function createReceiver(answer: (response: ServerResponse) => void = (response) => response.end()): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      received.push({ method: request.method, url: request.url, type: request.headers['content-type'], body: JSON.parse(text) });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver listens on no port.');
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
