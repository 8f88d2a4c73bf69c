import { runSql } from '@tsena/testkit/postgres';
import { expect, inject, it, vi } from 'vitest';
import { startStack } from './support/stack.ts';
import { untilTestEnds } from './support/use.ts';

const SESSIONS = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

it('once a database that was read-only after a failover can be written, one press at most is refused, although read-only sessions are open', async () => {
  const stack = await untilTestEnds(startStack({ store: 'postgres', callbacks: false }));
  const url = stack.env.DATABASE_URL ?? '';
  const setReadOnly = (value: 'on' | 'off') =>
    runSql(
      inject('postgres'),
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = ${value}`,
    );
  let orders = 0;
  const pay = async () => {
    orders += 1;
    return (await stack.pay(`ORDER-${orders}`)).status;
  };
  const { body: payment } = await stack.pay('ORDER-0');

  await setReadOnly('on');
  await runSql(url, `select pg_terminate_backend(pid) ${SESSIONS}`);
  // People watch their payments meanwhile: sessions open that can only read.
  await vi.waitFor(async () => {
    const reads = Array.from({ length: 30 }, () => stack.get(`/v1/payments/${payment.id}`));
    expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await runSql(url, `select 1 ${SESSIONS}`)).rows.length).toBeGreaterThanOrEqual(8);
  });
  expect(await pay()).toBe(503);
  await Promise.all(Array.from({ length: 30 }, () => stack.get(`/v1/payments/${payment.id}`)));

  await setReadOnly('off');
  // The first may be the one that finds a read-only session.
  await pay();
  const presses = [];
  for (let n = 0; n < 15; n += 1) presses.push(await pay());
  expect(presses).toEqual(Array.from({ length: 15 }, () => 201));
});
