import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CliRun, runCli } from '../../test/support/cli.ts';
import { type Stack, startStack } from '../../test/support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const store = () => stack.served.companion.storage.store;
const run = (...args: readonly string[]): Promise<CliRun> => runCli(args, stack.env);
const at = (time: string) => Date.parse(time);
const id = <Id extends string>(prefix: string, letter: string) => `${prefix}_${letter.repeat(22)}` as Id;

async function output(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

const lines = (...rows: readonly string[]) => rows.map((row) => `${row}\n`).join('');

it('tsena keys list shows the keys in columns, newest first, and how to list more', async () => {
  expect(await output('keys', 'list')).toBe('There are no keys. `tsena keys create` creates one.\n');
  const key = { hint: 'tsena_test_AbC1', created_by: 'owner', last_used_at: null, expires_at: null, revoked_at: null, revoked_by: null };
  await store()
    .db.insertInto('keys')
    .values([
      { ...key, id: id('key', 'A'), hash: 'a', name: 'Hanta', scope: 'operate', created_at: at('2026-05-01T05:00:00Z') },
      {
        ...key,
        id: id('key', 'B'),
        hash: 'b',
        name: 'Rakotoarisoa Ren\u00e9e',
        scope: 'read',
        hint: 'tsena_test_xY9z',
        created_at: at('2026-05-02T21:30:00Z'),
        last_used_at: at('2026-05-03T06:07:08Z'),
        expires_at: at('2026-12-31T15:00:00Z'),
        revoked_at: at('2026-05-04T21:00:00Z'),
        revoked_by: 'owner',
      },
    ])
    .execute();
  expect(await output('keys', 'list')).toBe(
    lines(
      'created              id                          name                scope    key              last used            expires              revoked',
      '2026-05-03 00:30:00  key_BBBBBBBBBBBBBBBBBBBBBB  Rakotoarisoa Ren\u00e9e  read     tsena_test_xY9z  2026-05-03 09:07:08  2026-12-31 18:00:00  2026-05-05 00:00:00',
      '2026-05-01 08:00:00  key_AAAAAAAAAAAAAAAAAAAAAA  Hanta               operate  tsena_test_AbC1  -                    -                    -',
    ),
  );
  expect(await output('keys', 'list', '--limit', '1')).toContain('\nThere are more keys. To list more than 1, set --limit.\n');
});
