import { connect } from 'node:net';
import type { ListenersMessage, Listening } from './listenerPool.ts';

/** Opened side by side: the listen queue of a server is not what is measured. */
const AT_ONCE = 100;
const COMPLETED = '"status":"completed"';

let heard: number[] = [];
let open = 0;

function tell(kind: ListenersMessage['kind']): void {
  process.send?.({ kind, heard } satisfies ListenersMessage);
}

/** One page's event stream; resolves with its first event. */
function openStream({ port, path }: Listening): Promise<void> {
  // Else the companion keeps the connection for two minutes after the stream's end, which a round waits for.
  const head = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nConnection: close\r\n\r\n`;
  return new Promise((resolve, reject) => {
    let text = '';
    let isCompleted = false;
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const arrivedAt = performance.timeOrigin + performance.now();
      text += chunk;
      if (text.includes('event: payment')) resolve();
      if (isCompleted || !text.includes(COMPLETED)) return;
      isCompleted = true;
      heard.push(arrivedAt);
    });
    socket.on('error', reject);
    socket.on('close', () => {
      open -= 1;
      if (open === 0) tell('all closed');
    });
    open += 1;
  });
}

async function listen(listening: Listening): Promise<void> {
  heard = [];
  for (let done = 0; done < listening.count; done += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, listening.count - done) }, () => openStream(listening)));
  }
  tell('all open');
}

process.on('message', (listening: Listening) => void listen(listening));
tell('ready');
