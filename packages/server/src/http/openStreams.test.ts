import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOpenStreams } from './openStreams.ts';
import { ProblemError } from './problem.ts';
import type { Stream } from './serverSentEvents.ts';

let stopping: AbortController;
let counts: { opened: number; closed: number };
let created: (Stream | string)[];
let port: number;
let sockets: Socket[];
let close: () => Promise<unknown>;

beforeEach(async () => {
  stopping = new AbortController();
  // Streams of an earlier test may end later. They do not count in this one.
  const own = { opened: 0, closed: 0 };
  counts = own;
  created = [];
  sockets = [];
  const streams = createOpenStreams({
    stopping: stopping.signal,
    metrics: {
      streamOpened: () => {
        own.opened += 1;
      },
      streamClosed: () => {
        own.closed += 1;
      },
    },
    addressOf: ({ headers }) => String(headers['x-address']),
    heartbeatMs: 60_000,
    limits: { maxStreams: 3, maxStreamsPerAddress: 2 },
  });
  const app = express();
  app.get('/:action', async (request, response) => {
    const { action } = request.params;
    if (action === 'late') await once(request.socket, 'close');
    try {
      const stream = streams.create(request, response);
      created.push(stream ?? 'none');
      if (action === 'open') stream?.open();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      created.push(error.code);
      response.status(429).end();
    }
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  };
});
afterEach(() => close());

async function connected(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Sends a request of a client, on a connection of its own, and waits for its stream. */
async function ask(address: string, action = 'open', socket?: Socket): Promise<Stream | string> {
  const before = created.length;
  const used = socket ?? (await connected());
  used.resume().write(`GET /${action} HTTP/1.1\r\nHost: a\r\nX-Address: ${address}\r\n\r\n`);
  await expect.poll(() => created.length).toBe(before + 1);
  return created[before] ?? expect.unreachable();
}

const isStream = (stream: Stream | string): stream is Stream => typeof stream !== 'string';
async function open(address: string, action = 'open'): Promise<Stream> {
  const stream = await ask(address, action);
  return isStream(stream) ? stream : expect.unreachable(stream);
}

describe('open event streams', () => {
  it('are as many as the limit of an address, and of all together', async () => {
    await open('one');
    await open('one');
    expect(await ask('one')).toBe('too_many_streams');
    await open('two');
    expect(await ask('three')).toBe('too_many_streams');
    expect(counts).toEqual({ opened: 3, closed: 0 });
  });

  it('leave their place when they end, once', async () => {
    const [first] = [await open('one'), await open('one')];
    first.end();
    first.end();
    expect(counts).toEqual({ opened: 2, closed: 1 });
    await open('one');
    expect(await ask('one')).toBe('too_many_streams');
    await open('two');
    expect(await ask('two')).toBe('too_many_streams');
  });

  it('are not counted for a client that has disconnected', async () => {
    const socket = await connected();
    socket.write('GET /late HTTP/1.1\r\nHost: a\r\nX-Address: one\r\n\r\n');
    socket.end();
    await expect.poll(() => created).toEqual(['none']);
    expect(counts.opened).toBe(0);
    await open('one');
    await open('one');
  });

  it('end when the companion stops, except those that wait for their first event', async () => {
    const opened = await open('one');
    const waiting = await open('two', 'wait');
    stopping.abort();
    expect([opened.hasEnded(), waiting.hasEnded()]).toEqual([true, false]);
    expect(counts).toEqual({ opened: 2, closed: 1 });
  });
});
