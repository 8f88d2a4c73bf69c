import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit } from './concurrencyLimit.ts';

/** Creates a task that ends when the test calls `end`. */
function createTask(name: string, started: string[]) {
  let end: (error?: Error) => void = () => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve(name) : reject(error));
  });
  const run = () => {
    started.push(name);
    return ended;
  };
  return { run, end };
}

describe('ConcurrencyLimit', () => {
  it('runs at most the given number of tasks at once, and starts the others in order', async () => {
    const started: string[] = [];
    const [a, b, c, d] = [createTask('a', started), createTask('b', started), createTask('c', started), createTask('d', started)];
    const limit = new ConcurrencyLimit(2);
    const results = [a, b, c, d].map(({ run }) => limit.run(run));
    expect(started).toEqual(['a', 'b']);
    b.end();
    expect(await results[1]).toBe('b');
    expect(started).toEqual(['a', 'b', 'c']);
    for (const task of [a, c, d]) task.end();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('starts the next task after one that ends, also after one that fails', async () => {
    const started: string[] = [];
    const [a, b, c, d] = [createTask('a', started), createTask('b', started), createTask('c', started), createTask('d', started)];
    const limit = new ConcurrencyLimit(1);
    const failing = limit.run(a.run);
    a.end(new Error('broken'));
    await expect(failing).rejects.toThrow('broken');
    const [second, third] = [limit.run(b.run), limit.run(c.run)];
    expect(started).toEqual(['a', 'b']);
    b.end();
    c.end();
    await Promise.all([second, third]);
    const last = limit.run(d.run);
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    d.end();
    expect(await last).toBe('d');
  });
});
