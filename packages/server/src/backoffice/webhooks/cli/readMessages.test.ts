import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { type EventMessage, readMessages } from './readMessages.ts';

it.each(['\u2028', '\u2029'])(
  'readMessages gives a body with %j whole: only line feeds end a line',
  async (separator) => {
    const data = JSON.stringify({ refund: { reason: `returned${separator}data: too small` } });
    const stream = Readable.from([Buffer.from(`id: msg_1\nevent: webhook\ndata: ${data}\n\n`)]);
    const messages: EventMessage[] = [];
    for await (const message of readMessages(stream)) messages.push(message);
    expect(messages).toEqual([{ id: 'msg_1', data }]);
  },
);
