import { connect, type Socket } from 'node:net';

/** Opens a plain connection to a server. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // Callers watch `close`.
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
}

/** Sends bytes, and reads until the server closes the connection. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const socket = await openSocket(url);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(bytes);
  await closed(socket);
  return Buffer.concat(chunks).toString('latin1');
}

/** Resolves when either side has closed the connection. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}

/** A GET request as text, for a connection that stays open. */
export function rawGet(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
}

/** Collects what a connection receives; the returned function reads all of it so far. */
export function received(socket: Socket): () => string {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  return () => text;
}
