import { tmpdir } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { type Service, startService } from './service.ts';

const LISTEN =
  "const s = require('http').createServer((_, r) => r.end()).listen(0, '127.0.0.1', () => console.log('listening on http://127.0.0.1:' + s.address().port));";

async function start(script: string, lines: string[] = []): Promise<Service> {
  const service = await startService({
    name: 'thing',
    command: ['-e', script],
    directory: tmpdir(),
    onLine: (name, line) => lines.push(`${name}: ${line}`),
  });
  onTestFinished(async () => void (await service.stop()));
  return service;
}

it('startService rejects with the last lines of a process that ends first', async () => {
  await expect(start("console.error('no such database'); process.exit(3)")).rejects.toThrow(
    'The thing has ended (exit code 3).\nIts last lines:\n  no such database',
  );
  await expect(start('')).rejects.toThrow('It wrote nothing.');
});

it('startService does not pass the caller’s settings to the process', async () => {
  process.env.DATABASE_URL = 'postgres://somewhere';
  onTestFinished(() => void delete process.env.DATABASE_URL);
  const lines: string[] = [];
  await start(`console.log(String(process.env.DATABASE_URL)); ${LISTEN}`, lines);
  expect(lines).toEqual(['thing: undefined']);
});
