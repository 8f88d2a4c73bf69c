import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/merchant.ts';
import { MERCHANT_API_KEY, ORDER_TOKEN_SECRET, startStack } from '../../../test/support/stack.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { readSettings } from '../../config/readSettings.ts';
import { Secret } from '../../config/secret.ts';
import { serve } from '../../main.ts';
import { readStoredSettings, writeSetting, writeWebhookSecrets } from './storedSettings.ts';

describe.each(STORES)('the stored settings on %s', (kind) => {
  const storages = useStorages(kind);
  const read = (...keys: string[]) =>
    readStoredSettings(
      storages.storage.store.db,
      keys.map((key) => new Secret(key)),
    );

  it('are written with what was before, and read again', async () => {
    const write = (value: string | null, previous: string | null) =>
      storages.storage.store.transact((trx) => writeSetting(storages.storage, trx, 'nif', { value, previous }));
    await write('12345', null);
    expect(await read()).toEqual({ texts: { nif: '12345' }, previous: { nif: null }, webhookSecrets: [] });
    await write(null, '12345');
    expect(await read()).toEqual({ texts: {}, previous: { nif: '12345' }, webhookSecrets: [] });
  });

  it('keep the webhook secrets while ORDER_TOKEN_SECRET is rotated', async () => {
    const secrets = [new Secret('whsec_one'), new Secret('whsec_two')];
    await storages.storage.store.transact((trx) => writeWebhookSecrets(storages.storage, trx, secrets, [new Secret('old'.repeat(11))]));
    const both = await read('new'.repeat(11), 'old'.repeat(11));
    expect(both.webhookSecrets.map((secret) => secret.reveal())).toEqual(['whsec_one', 'whsec_two']);
    expect((await read('new'.repeat(11))).webhookSecrets).toEqual([]);
  });
});

it('a change holds in another instance on PostgreSQL by its notification', async () => {
  const stack = await startStack({ store: 'postgres', callbacks: false, env: { PARTNER_NAME: '', ORDER_TOKEN_SECRET } });
  const other = await serve(readSettings({ ...stack.env, PORT: '0' }));
  try {
    const ask = async () => (await fetch(`${other.url}/readyz`)).status;
    expect(await ask()).toBe(503);
    // Until the other instance listens, it reads changes later.
    await eventually(() => expect(other.companion.context.storage.store.kind).toBe('postgres'));
    await fetch(`${stack.served.url}/v1/merchant/settings`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${MERCHANT_API_KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ partnerName: 'Epicerie Soa' }),
    });
    await eventually(async () => expect(await ask()).toBe(200));
  } finally {
    await other.stop();
    await stack.close();
  }
});
