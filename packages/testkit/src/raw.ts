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

/** The bytes of `GET` of a path, on a connection that stays open. */
export function rawGet(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
}

/** Keeps what a connection receives; read it as often as you like. */
export function received(socket: Socket): () => string {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  return () => text;
}
