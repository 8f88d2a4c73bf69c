import { describe, expect, it } from 'vitest';
import { readChanges } from './changeStream.ts';

const ID = `pay_${'A'.repeat(22)}`;

function answer(parts: readonly string[], end: 'close' | 'error' | 'stay'): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      if (end === 'close') controller.close();
      if (end === 'error') controller.error(new TypeError('network error'));
    },
  });
  return new Response(body);
}

describe('readChanges', () => {
  it('reads events that arrive in parts, and ignores heartbeats, other events and unreadable data', async () => {
    const seen: unknown[] = [];
    const parts = [
      'retry: 2000\n\nevent: pay',
      'ments\ndata: {"paymentIds":null}\n',
      '\n: heartbeat\n\nevent: other\ndata: {"paymentIds":null}\n\nevent: payments\ndata: {"paymentIds":7}\n\nevent: payments\ndata: {\n\n',
      `event: payments\ndata: {"paymentIds":["${ID}"]}\n\nevent: payments\ndata: {"paymentIds":null}`,
    ];
    await readChanges(answer(parts, 'close'), (changed) => seen.push(changed));
    expect(seen).toEqual([{ paymentIds: null }, { paymentIds: [ID] }]);
  });

  it('throws "unreachable" if the connection breaks', async () => {
    await expect(readChanges(answer([], 'error'), () => undefined)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('throws "unreachable" if not even a heartbeat arrives', async () => {
    await expect(readChanges(answer([': heartbeat\n\n'], 'stay'), () => undefined, 5)).rejects.toMatchObject({ code: 'unreachable' });
  });
});
