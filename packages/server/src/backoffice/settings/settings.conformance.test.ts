import type { ServerResponse } from 'node:http';
import type { MerchantSettings } from '@tsena/shared/merchant';
import { startEndpoint } from '@tsena/testkit/endpoint';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { asMerchant, eventually } from '../../../test/support/merchant.ts';
import { ORDER_TOKEN_SECRET, startStack } from '../../../test/support/stack.ts';
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
    expect(await read()).toEqual({ texts: { nif: null }, previous: { nif: '12345' }, webhookSecrets: [] });
  });

  it('keep the webhook secrets while ORDER_TOKEN_SECRET is rotated', async () => {
    const secrets = [new Secret('whsec_one'), new Secret('whsec_two')];
    await storages.storage.store.transact((trx) =>
      writeWebhookSecrets(storages.storage, trx, secrets, [new Secret('old'.repeat(11))]),
    );
    const both = await read('new'.repeat(11), 'old'.repeat(11));
    expect(both.webhookSecrets.map((secret) => secret.reveal())).toEqual(['whsec_one', 'whsec_two']);
    expect((await read('new'.repeat(11))).webhookSecrets).toEqual([]);
  });
});

describe.each(STORES)('two first webhook addresses at a time on %s', (store) => {
  it('make one secret, which one of the answers shows', async () => {
    const shop = await startEndpoint();
    const waiting: ServerResponse[] = [];
    // Both were tried before one of them is kept.
    shop.answer = (_received, response) => {
      waiting.push(response);
      if (waiting.length === 2) for (const one of waiting) one.end();
    };
    const stack = await startStack({ store, callbacks: false, env: { WEBHOOK_URL: '', WEBHOOK_SECRET: '' } });
    try {
      const change = (name: string) =>
        stack.send<{ webhookSecret: string | null }>(
          'PATCH',
          '/v1/merchant/settings',
          { webhookUrl: `${shop.url}?shop=${name}` },
          asMerchant,
        );
      const changed = await Promise.all(['one', 'two'].map(change));
      expect(changed.filter(({ body }) => body.webhookSecret !== null)).toHaveLength(1);
      expect((await stack.get<MerchantSettings>('/v1/merchant/settings', asMerchant)).body.webhookSecrets).toBe(1);
    } finally {
      await stack.close();
      await shop.close();
    }
  });
});

it('another instance on PostgreSQL has the change, and proves its address', async () => {
  const stack = await startStack({
    store: 'postgres',
    callbacks: false,
    env: { PARTNER_NAME: '', ORDER_TOKEN_SECRET },
  });
  const other = await serve(readSettings({ ...stack.env, PORT: '0' }));
  try {
    const ask = async () => (await fetch(`${other.url}/readyz`)).status;
    expect(await ask()).toBe(503);
    const settings = { partnerName: 'Epicerie Soa', publicUrl: other.url };
    const { status } = await stack.send('PATCH', '/v1/merchant/settings', settings, asMerchant);
    expect(status).toBe(200);
    await eventually(async () => expect(await ask()).toBe(200));
  } finally {
    await other.stop();
    await stack.close();
  }
});
