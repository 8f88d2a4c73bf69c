import type { Ariary } from '@tsena/shared';
import type { LinkId, OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { RefundId } from '@tsena/shared/merchant';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CliRun, runCli } from '../../test/support/cli.ts';
import { seedPayment } from '../../test/support/seed.ts';
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

it('tsena refunds list shows the refunds in columns, each on one line, and how to list more', async () => {
  expect(await output('refunds', 'list')).toBe('There are no refunds.\n');
  const payment = await seedPayment(store(), {
    id: id<PaymentId>('pay', 'P'),
    status: 'completed',
    amount: 1_250_000,
    amount_refunded: 5000,
  });
  const refund = {
    payment_id: payment,
    transaction_reference: null,
    created_by: 'Hanta',
    voided_at: null,
    voided_by: null,
    void_reason: null,
  };
  await store()
    .db.insertInto('refunds')
    .values([
      {
        ...refund,
        id: id<RefundId>('ref', 'A'),
        amount: 1_200_000,
        reason: 'recorded twice',
        refunded_at: at('2026-05-01T05:00:00Z'),
        created_at: at('2026-05-01T05:00:00Z'),
        status: 'voided',
        voided_at: at('2026-05-01T05:10:00Z'),
        voided_by: 'owner',
        void_reason: 'by mistake',
      },
      {
        ...refund,
        id: id<RefundId>('ref', 'B'),
        amount: 5000,
        // A refund's reason may have several lines.
        reason: 'one item\nout of stock \u001b[2J',
        created_by: 'command line',
        refunded_at: at('2026-05-02T20:59:59Z'),
        created_at: at('2026-05-03T05:00:00Z'),
        status: 'recorded',
      },
    ])
    .execute();
  expect(await output('refunds', 'list')).toBe(
    lines(
      'refunded             id                          payment                     amount        status    by            reason',
      '2026-05-02 23:59:59  ref_BBBBBBBBBBBBBBBBBBBBBB  pay_PPPPPPPPPPPPPPPPPPPPPP  5 000 Ar      recorded  command line  one item out of stock \ufffd[2J',
      '2026-05-01 08:00:00  ref_AAAAAAAAAAAAAAAAAAAAAA  pay_PPPPPPPPPPPPPPPPPPPPPP  1 200 000 Ar  voided    Hanta         recorded twice',
    ),
  );
});

it('tsena links list shows the links in columns, newest first, by status and by order', async () => {
  expect(await output('links', 'list')).toBe('No payment links match these filters.\n');
  const link = { source: 'merchant', amount: 25_000 as Ariary, return_url: null, created_by: 'Hanta', expires_at: null } as const;
  const active = {
    description: 'Lamba landy',
    reusable: 0,
    created_at: at('2026-05-01T05:00:00Z'),
    cancelled_at: null,
    cancelled_by: null,
  };
  const cancelledAt = at('2026-05-02T06:00:00Z');
  const cancelled = {
    description: null,
    reusable: 1,
    created_at: at('2026-05-02T05:00:00Z'),
    cancelled_at: cancelledAt,
    cancelled_by: 'owner',
  };
  await store()
    .db.insertInto('links')
    .values([
      { ...link, ...active, id: id<LinkId>('link', 'L'), order_reference: 'LNK-7KQ2' as OrderReference },
      { ...link, ...cancelled, id: id<LinkId>('link', 'P'), order_reference: 'POSTER-2026' as OrderReference },
    ])
    .execute();
  const [head, poster, single] = [
    'created              id                           order        amount     status     reusable  description',
    '2026-05-02 08:00:00  link_PPPPPPPPPPPPPPPPPPPPPP  POSTER-2026  25 000 Ar  cancelled  yes       -',
    '2026-05-01 08:00:00  link_LLLLLLLLLLLLLLLLLLLLLL  LNK-7KQ2     25 000 Ar  active     no        Lamba landy',
  ];
  expect(await output('links', 'list')).toBe(lines(head ?? '', poster ?? '', single ?? ''));
  for (const filter of [
    ['--status', 'active'],
    ['--order', 'LNK-7KQ2'],
  ]) {
    const listed = await output('links', 'list', ...filter);
    expect([listed.includes('LNK-7KQ2'), listed.includes('POSTER-2026')]).toEqual([true, false]);
  }
});
