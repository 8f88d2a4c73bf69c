import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { listen } from '@tsena/testkit/serve';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { runCli } from '../../test/support/cli.ts';
import { useFolder } from '../../test/support/use.ts';
import { cannotBeOpened } from '../database/storageFailure.ts';

const folder = useFolder();

const REQUIRED = {
  OPERATOR_BASE_URL: 'http://127.0.0.1:9',
  CONSUMER_KEY: 'a-key',
  CONSUMER_SECRET: 'a-secret-of-some-length',
  PARTNER_NAME: 'Tsena Boutique',
  PARTNER_MSISDN: '0343500004',
  ORDER_TOKEN_SECRET: 'an-order-token-secret-of-32-characters',
  DATABASE_URL: 'file::memory:',
};

it('without settings, a command says that .env is missing, and where it looked', async () => {
  const { code, stderr } = await runCli(['serve'], {});
  expect(code).toBe(1);
  expect(stderr).toContain('There is no .env in /. "tsena init" writes one.');
});

it('says that .env cannot be read, in the check of the setup too', async () => {
  mkdirSync(folder('.env'));
  const { stderr } = await runCli(['serve'], {}, folder());
  expect(stderr).toMatch(/\nThe file \.env in .* cannot be read \(EISDIR\)\.\n$/);
  const { stdout } = await runCli(['doctor'], {}, folder());
  expect(stdout).toMatch(
    /^warning {2}settings +\.env in .* cannot be read \(EISDIR\)\n +→ Run this command as the companion’s user/,
  );
});

it('says that .env is in UTF-16, whatever the command', async () => {
  writeFileSync(folder('.env'), Buffer.from('\ufeffCONSUMER_SECRET=a-secret-of-some-length\n', 'utf16le'));
  const said = 'The file .env in FOLDER is in UTF-16. Save it as UTF-8.\n'.replace('FOLDER', realpathSync(folder()));
  for (const command of [['serve'], ['doctor'], ['keys', 'list']]) {
    const { code, stderr } = await runCli(command, REQUIRED, folder());
    expect([code, stderr]).toEqual([1, said]);
  }
  expect((await runCli(['--version'], {}, folder())).code).toBe(0);
});

it('names the setting whose quotation marks docker run --env-file has kept', async () => {
  const { code, stderr } = await runCli(['serve'], { ...REQUIRED, CONSUMER_SECRET: '"a-secret-of-some-length"' });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^A setting is wrong:\n- CONSUMER_SECRET is in quotation marks, which are a part of it\. Remove them\. Example: /,
  );
});

it('names the setting if the port is in use', async () => {
  const server = createServer();
  const port = await listen(server);
  const { code, stderr } = await runCli(['serve'], { ...REQUIRED, PORT: String(port), LOG_LEVEL: 'silent' });
  server.close();
  expect(code).toBe(1);
  expect(stderr).toBe(`PORT ${port} is in use at 127.0.0.1. Stop the other program, or set another PORT.\n`);
});

it('says that a database from before the first release cannot be used, whatever the command', async () => {
  const path = folder('tsena.db');
  const database = new Sqlite(path);
  database.exec('create table kysely_migration (name text, timestamp text); create table orders (reference text)');
  database.exec("insert into kysely_migration values ('0001_first', ''), ('0011_listen', '')");
  database.close();
  const settings = { ...REQUIRED, DATABASE_URL: `file:${path}`, LOG_LEVEL: 'silent' };
  const migrate = ['migrate', '--from', `file:${path}`, '--to', 'postgres://nobody@127.0.0.1:1/none'];
  for (const command of [['serve'], ['payments', 'list'], ['keys', 'list'], migrate]) {
    const { code, stderr } = await runCli(command, settings);
    expect([code, stderr]).toEqual([
      1,
      'the database cannot be opened: a version from before the first release of Tsena Checkout created it, and this ' +
        'version cannot use its tables. Nothing was changed. Set DATABASE_URL to an empty database, or move the file of this one away.\n',
    ]);
  }
});

it('is English in a French terminal too, as every command but init and doctor', async () => {
  const french = { ...REQUIRED, LANG: 'fr_FR.UTF-8', CONSUMER_SECRET: '', WEBHOOK_URL: 'https://shop.example/hook' };
  for (const command of [['serve'], ['payments', 'list']]) {
    const { stderr } = await runCli(command, french);
    expect(stderr).toMatch(/^2 settings are wrong:\n- CONSUMER_SECRET is not set.*\. Example: CONSUMER_SECRET=/);
    expect(stderr).toContain('There is no .env in /. "tsena init" writes one.');
  }
  expect((await runCli(['init', '--help'], french)).stdout).toMatch(/^Usage: /);
});

it('names the commands that build a native part that is missing', () => {
  const { message } = cannotBeOpened(new Error('Could not locate the bindings file. Tried: …'));
  expect(message).toContain('run "npm install-scripts approve better-sqlite3" (from npm 12 on)');
});
