import { once } from 'node:events';
import { createServer } from 'node:net';
import getPort from 'get-port';

const HOST = '127.0.0.1';

/** Whether a process can listen on a port. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Finds different free ports. */
export function findFreePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => getPort({ host: HOST })));
}
