import { connect } from 'node:net';

/** Sends raw bytes, reads until the connection closes, and returns what was received. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}
