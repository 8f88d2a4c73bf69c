import { isPgbouncerInstalled, startPgbouncer } from '@tsena/testkit/pgbouncer';
import { createDatabase, runSql } from '@tsena/testkit/postgres';
import { describe, expect, inject, it } from 'vitest';
import { readSettings } from '../src/config/readSettings.ts';
import { openStore } from '../src/database/store.ts';
import { type Served, serve } from '../src/main.ts';
import { runCli } from './support/cli.ts';
import { PAYER, startStack } from './support/stack.ts';
import { untilTestEnds, useForEach } from './support/use.ts';

const isInstalled = isPgbouncerInstalled();
if (!isInstalled)
  process.stderr.write('PgBouncer is not installed: its tests are skipped. apt-get install pgbouncer\n');

describe.skipIf(!isInstalled)('behind PgBouncer in transaction mode', () => {
  const pooler = useForEach(async () => startPgbouncer(await createDatabase(inject('postgres'))));
  const stack = useForEach(() => startStack({ env: { DATABASE_URL: pooler.url }, callbacks: false }));

  const payAt = async ({ url }: Pick<Served, 'url'>, order: string) => {
    const body = JSON.stringify({ orderToken: await stack.mint({ sub: order, amount: '25000' }), msisdn: PAYER });
    const headers = { 'Content-Type': 'application/json', Connection: 'close' };
    return (await fetch(`${url}/v1/payments`, { method: 'POST', headers, body })).status;
  };

  it('the companion starts five times, one after the other, and takes payments each time', async () => {
    for (let start = 1; start <= 5; start += 1) {
      for (const order of ['A', 'B', 'C'])
        expect([start, (await stack.pay(`ORDER-${start}-${order}`)).status]).toEqual([start, 201]);
      await stack.restart();
    }
  });

  it('two instances start beside a running one, and all three take payments', async () => {
    const start = () => serve(readSettings({ ...stack.env, PORT: '0' }));
    for (let n = 0; n < 6; n += 1) expect((await stack.pay(`ORDER-${n}`)).status).toBe(201);
    const [one, other] = await Promise.all([start(), start()]);
    const presses = Array.from({ length: 12 }, (_, n) =>
      payAt([stack.served, one, other][n % 3] ?? one, `ORDER-${100 + n}`),
    );
    expect(new Set(await Promise.all(presses))).toEqual(new Set([201]));
    await Promise.all([one.stop(), other.stop()]);
  });

  it('a migration leaves no named statement on the connections of the pooler', async () => {
    const one = await untilTestEnds(startPgbouncer(await createDatabase(inject('postgres')), 1));
    await (await openStore(one.url)).close();
    expect((await runSql(one.url, 'select name from pg_prepared_statements')).rows).toEqual([]);
  });

  it.each(['doctor', 'payments list', 'webhooks list', 'keys list'])(
    'tsena %s reads the database beside a running companion',
    async (command) => {
      const run = (words: string) => runCli(words.split(' '), stack.env);
      expect((await stack.pay('ORDER-1')).status).toBe(201);
      // These leave on the pooler's connections what the next command meets.
      for (const before of ['payments list', 'webhooks list', 'keys list']) await run(before);
      const { stdout, stderr } = await run(command);
      if (command === 'doctor') expect(stdout).toMatch(/ok +database/);
      else expect([stdout.length > 0, stderr]).toEqual([true, '']);
    },
  );
});
