import type { LinkId, OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempt, opened, openStorages, type Storages } from '../../test/support/storages.ts';
import { openAttempt } from './attempts.ts';
import { cancelLink, insertLink } from './links.ts';

describe.each(STORES)('a payment link on %s', (kind) => {
  let storages: Storages;
  beforeAll(async () => {
    storages = await openStorages(kind);
  });
  beforeEach(() => storages.empty());
  afterAll(() => storages.close());

  async function link(expiresAt: number | null): Promise<LinkId> {
    const { id } = await storages.storage.store.transact((work) =>
      insertLink(storages.storage, work, {
        source: 'merchant',
        order_reference: 'ORDER-1' as OrderReference,
        amount: 25_000,
        description: null,
        return_url: null,
        original_transaction_reference: null,
        foreign_currency: null,
        foreign_amount: null,
        reusable: 0,
        claims_hash: null,
        created_by: 'owner',
        expires_at: expiresAt,
      }),
    );
    return id;
  }

  const onPage = (id: LinkId) => attempt('ORDER-1', { page: { link: id, formHash: 'form' } });

  it('that is cancelled starts no payment', async () => {
    const id = await link(null);
    await cancelLink(storages.storage, id, 'owner');
    expect(await openAttempt(storages.storage, onPage(id))).toEqual({ kind: 'closed', code: 'link_cancelled' });
  });

  it('that expires starts a payment until then, and none from then on', async () => {
    const id = await link(storages.clock.now() + 1000);
    storages.clock.advance(1000);
    expect(await openAttempt(storages.storage, onPage(id))).toEqual({ kind: 'closed', code: 'link_expired' });
    storages.clock.advance(-1);
    await opened(storages.storage, onPage(id));
  });
});
