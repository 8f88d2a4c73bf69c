import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Callbacks for the end of a connection, of the answers that were queued on it. One listener serves them all. */
const callbacksOf = new WeakMap<Socket, Set<() => void>>();

/** Whether no more of an answer can reach the client: the answer was ended, or its connection is closed. */
export function hasResponseEnded(response: ServerResponse): boolean {
  return response.writableEnded || response.closed || response.destroyed || response.req.socket.destroyed;
}

/** The status that servers usually log for a client that disconnected before the answer. */
const CLIENT_DISCONNECTED = 499;

/** The status of the answer; 499 if the client disconnected before it. */
export function responseStatus(response: ServerResponse): number {
  return response.headersSent ? response.statusCode : CLIENT_DISCONNECTED;
}

/**
 * Calls back once, when an answer is sent or its connection is closed; at once if the connection is closed already.
 *
 * The events of the response are not enough. A response that is queued behind another one (pipelining) has no
 * connection yet and emits no `close` when the connection closes. A response that has closed emits it no more.
 */
export function onResponseEnd(response: ServerResponse, callback: () => void): void {
  const { socket } = response.req;
  if (response.closed || response.destroyed || socket.destroyed) {
    callback();
    return;
  }
  if (response.socket !== null) {
    response.on('close', callback);
    return;
  }
  const callbacks = callbacksOf.get(socket) ?? listenForClose(socket);
  const once = () => {
    if (callbacks.delete(once)) callback();
  };
  callbacks.add(once);
  response.on('close', once);
}

function listenForClose(socket: Socket): Set<() => void> {
  const callbacks = new Set<() => void>();
  callbacksOf.set(socket, callbacks);
  socket.once('close', () => {
    for (const once of callbacks) once();
  });
  return callbacks;
}
