import { describe, expect, it } from 'vitest';
import { Lanes } from './lanes.ts';

/** A task that the test ends. */
function createTask(name: string, begun: string[]) {
  let end: (error?: Error) => void = () => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve(name) : reject(error));
  });
  const run = () => {
    begun.push(name);
    return ended;
  };
  return { run, end };
}

describe('lanes', () => {
  it('run so many tasks at once, and the others in their turn', async () => {
    const begun: string[] = [];
    const [a, b, c, d] = [createTask('a', begun), createTask('b', begun), createTask('c', begun), createTask('d', begun)];
    const lanes = new Lanes(2);
    const done = [a, b, c, d].map(({ run }) => lanes.run(run));
    expect(begun).toEqual(['a', 'b']);
    b.end();
    expect(await done[1]).toBe('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const task of [a, c, d]) task.end();
    expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are free again after a task, also after one that fails', async () => {
    const begun: string[] = [];
    const [a, b, c, d] = [createTask('a', begun), createTask('b', begun), createTask('c', begun), createTask('d', begun)];
    const lanes = new Lanes(1);
    const failing = lanes.run(a.run);
    a.end(new Error('broken'));
    await expect(failing).rejects.toThrow('broken');
    const [second, third] = [lanes.run(b.run), lanes.run(c.run)];
    expect(begun).toEqual(['a', 'b']);
    b.end();
    c.end();
    await Promise.all([second, third]);
    const last = lanes.run(d.run);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    d.end();
    expect(await last).toBe('d');
  });
});
