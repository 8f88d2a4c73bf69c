import type { PaymentStatus } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attempt, opened, openStorages, type Storages } from '../../test/support/storages.ts';
import { changePayment } from './changes.ts';
import { findPayment, historyOf } from './reads.ts';

const yes = true;
const no = false;

/** The state machine: whether a payment may change from each row's status to each column's. */
const TABLE: Readonly<Record<PaymentStatus, Readonly<Record<PaymentStatus, boolean>>>> = {
  created: { created: no, sending: yes, pending: no, unresolved: no, completed: no, failed: yes },
  sending: { created: no, sending: no, pending: yes, unresolved: yes, completed: no, failed: yes },
  pending: { created: no, sending: no, pending: no, unresolved: no, completed: yes, failed: yes },
  unresolved: { created: no, sending: no, pending: yes, unresolved: no, completed: yes, failed: yes },
  completed: { created: no, sending: no, pending: no, unresolved: no, completed: no, failed: no },
  failed: { created: no, sending: no, pending: no, unresolved: no, completed: yes, failed: no },
};

const CASES = (Object.keys(TABLE) as PaymentStatus[]).flatMap((from) =>
  (Object.keys(TABLE[from]) as PaymentStatus[]).map((to) => ({ from, to, allowed: TABLE[from][to] })),
);

describe.each(STORES)('the state machine of a payment on %s', (kind) => {
  let storages: Storages;
  beforeAll(async () => {
    storages = await openStorages(kind);
  });
  afterAll(() => storages.close());

  it('has six statuses', () => {
    expect(CASES).toHaveLength(36);
  });

  it.each(CASES)('$from to $to: $allowed', async ({ from, to, allowed }) => {
    const { storage } = storages;
    const payment = await opened(storage, attempt(`${from}-${to}`));
    await storage.store.db.updateTable('payments').set({ status: from }).where('id', '=', payment.id).execute();
    const changed = await changePayment(storage, payment.id, { to, event: { kind: 'test' } });
    expect(changed?.status).toBe(allowed ? to : undefined);
    expect((await findPayment(storage.store.db, payment.id))?.status).toBe(allowed ? to : from);
    expect(await historyOf(storage.store.db, payment.id)).toHaveLength(allowed ? 2 : 1);
  });
});
