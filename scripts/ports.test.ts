import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { findFreePorts, isFree } from './ports.ts';

it('isFree distinguishes a free port from one in use', async () => {
  const [port = 0] = await findFreePorts(1);
  expect(await isFree(port)).toBe(true);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  expect(await isFree(port)).toBe(false);
});

it('findFreePorts returns different ports', async () => {
  expect(new Set(await findFreePorts(3)).size).toBe(3);
});
