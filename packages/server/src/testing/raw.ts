import { connect, type Socket } from 'node:net';

/** Opens a plain connection to a server. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // How it ends is told by `close`.
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
}

/** Sends bytes as they are, and reads until the server closes. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const socket = await openSocket(url);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(bytes);
  await closed(socket);
  return Buffer.concat(chunks).toString('latin1');
}

/** Resolves when the connection is closed, by whichever side. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}
