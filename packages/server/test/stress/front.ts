import { createConnection, createServer, type Socket } from 'node:net';
import { listen } from '@tsena/testkit/serve';

/** A load balancer in front of several companions. It skips companions that do not listen. */
export interface Front {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the load balancer: it forwards each connection to the next companion that accepts it. */
export async function startFront(ports: readonly number[]): Promise<Front> {
  const sockets = new Set<Socket>();
  let turn = 0;

  function pass(client: Socket, tries: number): void {
    turn += 1;
    const port = ports[turn % ports.length];
    if (port === undefined || tries === 0) {
      client.destroy();
      return;
    }
    const companion = createConnection(port, '127.0.0.1');
    sockets.add(companion);
    companion.on('close', () => sockets.delete(companion));
    companion.once('connect', () => {
      client.pipe(companion).pipe(client);
      companion.on('close', () => client.destroy());
      client.on('close', () => companion.destroy());
      companion.removeAllListeners('error').on('error', () => client.destroy());
    });
    companion.once('error', () => pass(client, tries - 1));
  }

  const server = createServer((client) => {
    sockets.add(client);
    client.on('close', () => sockets.delete(client));
    client.on('error', () => client.destroy());
    pass(client, ports.length);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
