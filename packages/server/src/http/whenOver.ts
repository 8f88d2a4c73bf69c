import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What waits for the end of a connection: one listener each would be one for each request that is pipelined on it. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/** Whether nothing more of an answer can reach its client: it was ended, or its connection is gone. */
export function isOver(response: ServerResponse): boolean {
  return response.writableEnded || response.closed || response.destroyed || response.req.socket.destroyed;
}

/** As common servers log a client that left before it had an answer. */
const CLIENT_LEFT = 499;

/** The status that a client was answered with; 499 where it left before that. */
export function statusOf(response: ServerResponse): number {
  return response.headersSent ? response.statusCode : CLIENT_LEFT;
}

/**
 * Calls back once: when an answer is sent, or its connection is gone, whichever comes first; at once if its connection is gone already.
 * A response that is queued behind another one (pipelining) has no connection of its own yet and never says `close` if that one goes,
 * and a response that closed before says it no more: neither may be waited for by its own events alone.
 */
export function whenOver(response: ServerResponse, over: () => void): void {
  const { socket } = response.req;
  if (response.closed || response.destroyed || socket.destroyed) {
    over();
    return;
  }
  const callbacks = waiting.get(socket) ?? wait(socket);
  const once = () => {
    if (callbacks.delete(once)) over();
  };
  callbacks.add(once);
  response.on('close', once);
}

function wait(socket: Socket): Set<() => void> {
  const callbacks = new Set<() => void>();
  waiting.set(socket, callbacks);
  socket.once('close', () => {
    for (const once of callbacks) once();
  });
  return callbacks;
}
