import { type Deferred, deferred } from '@tsena/testkit/deferred';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSendQueue } from './sendQueue.ts';

/** Lets everything run that waits for nothing. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('createSendQueue', () => {
  let begun: string[];
  let ends: Map<string, Deferred<void>>;
  beforeEach(() => {
    begun = [];
    ends = new Map();
  });

  /** Work that lasts until `end(name)`. */
  function work(name: string): () => Promise<string> {
    return async () => {
      begun.push(name);
      const end = deferred();
      ends.set(name, end);
      await end.promise;
      return name;
    };
  }

  const end = (name: string) => ends.get(name)?.resolve();

  it('runs at most as many at once as it may, and the others in their order', async () => {
    const queue = createSendQueue(2, 10, new AbortController().signal);
    const results = ['a', 'b', 'c', 'd'].map((name) => queue.run(work(name)));
    await settle();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    expect(await results[1]).toBe('b');
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('runs the next one after a failure, and passes the failure on', async () => {
    const queue = createSendQueue(1, 10, new AbortController().signal);
    const failing = queue.run(() => Promise.reject(new Error('broken')));
    void queue.run(work('a'));
    await expect(failing).rejects.toThrow('broken');
    await settle();
    expect(begun).toEqual(['a']);
  });

  it('refuses work if too many wait, and accepts it again once one of them runs', async () => {
    const queue = createSendQueue(1, 1, new AbortController().signal);
    void queue.run(work('a'));
    void queue.run(work('b'));
    await expect(queue.run(work('c'))).rejects.toThrow('too many attempts wait to be sent');
    await settle();
    end('a');
    await settle();
    void queue.run(work('d'));
    await settle();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await settle();
    expect(begun).toEqual(['a', 'b', 'd']);
  });

  it('lets all work that waits begin once the companion stops', async () => {
    const stopping = new AbortController();
    const queue = createSendQueue(1, 10, stopping.signal);
    for (const name of ['a', 'b', 'c']) void queue.run(work(name));
    await settle();
    expect(begun).toEqual(['a']);
    stopping.abort();
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);
    void queue.run(work('d'));
    await settle();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });
});
