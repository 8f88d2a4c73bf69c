import type { PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { expect, it } from 'vitest';
import { seedPayment } from '../../test/support/seed.ts';
import { openStorages } from '../../test/support/storages.ts';
import { readBooks } from './books.ts';

it.each(STORES)('the books list each payment of the same millisecond once, across pages, on %s', async (kind) => {
  const storages = await openStorages(kind);
  const { store } = storages.storage;
  const ids = ['pay_a', 'pay_B', 'pay_c', 'pay_D', 'pay_e'] as PaymentId[];
  for (const id of ids) await seedPayment(store, { id, status: 'completed', verified: 1, final_at: 1000 });
  const listed: string[] = [];
  for await (const page of readBooks(store.db, 0, 2000, 2)) listed.push(...page.map((entry) => entry.id));
  expect(listed.toSorted()).toEqual(['pay_B', 'pay_D', 'pay_a', 'pay_c', 'pay_e']);
  await storages.close();
});
