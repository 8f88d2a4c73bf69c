import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Listens on a free loopback port, and returns it. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** An HTTP server on a free loopback port. */
export interface Served {
  /** Without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves HTTP on a free loopback port. `close` ends the connections that are still open. */
export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  const url = `http://127.0.0.1:${await listen(server)}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, close };
}
