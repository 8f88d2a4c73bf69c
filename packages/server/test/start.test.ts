import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { freePort } from '@tsena/testkit/port';
import { listen } from '@tsena/testkit/serve';
import { emptyDatabase } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../src/database/store.ts';
import { runCli, startCli } from './support/cli.ts';
import { testEnvironment } from './support/stack.ts';
import { useFolder } from './support/use.ts';

const folder = useFolder();

function environment(DATABASE_URL: string): Record<string, string> {
  return { ...testEnvironment('http://127.0.0.1:9', 'http://127.0.0.1:9', folder()), DATABASE_URL };
}

it('SIGTERM while the database does not answer ends `tsena serve` with 0', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined));
  const port = await listen(silent);
  onTestFinished(() => void silent.close());
  const { child, ended } = startCli(['serve'], environment(`postgres://nobody@127.0.0.1:${port}/none`));
  await once(silent, 'connection');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, stdout: '' });
});

it('SIGTERM at the moment at which the port opens ends `tsena serve` with 0', async () => {
  const port = await freePort();
  const database = await emptyDatabase('postgres');
  const { child, ended } = startCli(['serve'], { ...environment(database.url), PORT: String(port) });
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const [isOpen] = await Promise.race([
      once(socket, 'connect').then(() => [true]),
      once(socket, 'close').then(() => [false]),
      once(socket, 'error').then(() => [false]),
    ]).catch(() => [false]);
    socket.destroy();
    if (isOpen === true) break;
  }
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

it('`tsena serve` says in one line that the database went away during the start', async () => {
  const { url } = await emptyDatabase('postgres');
  const { db, close } = await openStore(url);
  // The first statement that writes to the payments fails as on a full disk.
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no space left' using errcode = '53100'; end $$`.execute(
    db,
  );
  await sql`create trigger fail before update on payments for each statement execute function fail()`.execute(db);
  await close();

  const run = await runCli(['serve'], environment(url));
  expect([run.code, run.stdout, run.stderr]).toEqual([1, '', 'the database cannot be opened: no space left\n']);
});
