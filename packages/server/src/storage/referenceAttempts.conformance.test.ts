import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempt, changed, opened, openStorages, pending, type Storages, together } from '../../test/support/storages.ts';
import { findPayment, historyOf } from './reads.ts';
import { countReferenceAttempt, giveReferenceAttemptBack } from './referenceAttempts.ts';
import type { StoredPayment } from './schema.ts';
import type { Storage } from './storage.ts';

const BOUNDS = { maxAttempts: 3, maxGivenBack: 2 };

describe.each(STORES)('submitted references on %s', (kind) => {
  let storages: Storages;
  let storage: Storage;
  beforeAll(async () => {
    storages = await openStorages(kind, 3);
    storage = storages.storage;
  });
  beforeEach(() => storages.empty());
  afterAll(() => storages.close());

  async function unresolved(order: string): Promise<StoredPayment> {
    const { id } = await opened(storage, attempt(order));
    await changed(storage, id, { to: 'sending', set: { sent_at: storages.clock.now() }, event: { kind: 'sending' } });
    return changed(storage, id, { to: 'unresolved', event: { kind: 'outcome_unknown' } });
  }
  const read = ({ id }: StoredPayment) => findPayment(storage.store.db, id);
  const submit = ({ id }: StoredPayment, index = 0) => countReferenceAttempt(storages.at(index), id, BOUNDS);

  it('are counted with an event before the operator is asked', async () => {
    const [payment, bystander] = [await unresolved('ORDER-1'), await unresolved('ORDER-2')];
    expect(await submit(payment)).toEqual({ ...payment, reference_attempts: 1, version: 4 });
    expect(await submit(payment)).toEqual(await read(payment));
    expect(await read(payment)).toMatchObject({ reference_attempts: 2, version: 5 });
    expect((await historyOf(storage.store.db, payment.id)).slice(3)).toMatchObject([
      { kind: 'reference_submitted', data: '{"attempt":1}' },
      { kind: 'reference_submitted', data: '{"attempt":2}' },
    ]);
    expect(await read(bystander)).toEqual(bystander);
  });

  it('are accepted as often as allowed, also when many arrive at the same time', async () => {
    const payment = await unresolved('ORDER-1');
    const accepted = await together(8, (index) => submit(payment, index));
    expect(accepted.filter((one) => one !== undefined)).toHaveLength(3);
    expect(await submit(payment)).toBeUndefined();
    expect(await read(payment)).toMatchObject({ reference_attempts: 3, version: 6 });
  });

  it.each([
    ['unresolved', 'accepted', {}],
    ['pending', 'refused', {}],
    ['pending', 'accepted', { differences: 'objectReference' }],
    ['pending', 'refused', { differences: 'amount' }],
    ['completed', 'refused', { differences: 'objectReference' }],
    ['failed', 'refused', {}],
    ['created', 'refused', {}],
    ['sending', 'refused', {}],
  ] as const)('of a payment that is %s are %s (%j)', async (status, expected, differences) => {
    const { id } = await pending(storage, 'ORDER-1');
    await storage.store.db
      .updateTable('payments')
      .set({ status, ...differences })
      .execute();
    const result = await countReferenceAttempt(storage, id, BOUNDS);
    expect(result === undefined ? 'refused' : 'accepted').toBe(expected);
  });

  it('that got no answer do not count, as often as allowed', async () => {
    const [payment, bystander] = [await unresolved('ORDER-1'), await unresolved('ORDER-2')];
    const submitInVain = async () => {
      await submit(payment);
      await giveReferenceAttemptBack(storage, payment.id, BOUNDS);
    };
    await submit(bystander);
    await submitInVain();
    expect(await read(payment)).toMatchObject({ reference_attempts: 0, reference_attempts_given_back: 1 });
    await submitInVain();
    await submitInVain();
    expect(await read(payment)).toMatchObject({ reference_attempts: 1, reference_attempts_given_back: 2 });
    expect((await historyOf(storage.store.db, payment.id)).map(({ data }) => data).slice(3)).toEqual([
      '{"attempt":1}',
      '{"attempt":2}',
      '{"attempt":3}',
    ]);
    expect(await read(bystander)).toMatchObject({ reference_attempts: 1, reference_attempts_given_back: 0 });
  });

  it('are never counted below zero', async () => {
    const payment = await unresolved('ORDER-1');
    await giveReferenceAttemptBack(storage, payment.id, BOUNDS);
    expect(await read(payment)).toEqual(payment);
  });
});
