import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const given = { ORDER_TOKEN_SECRET: 'a'.repeat(32), WEBHOOK_SECRET: 'whsec_AAAA' };

describe('the shop’s settings', () => {
  it('need only the secrets', () => {
    expect(readSettings(given)).toMatchObject({ SHOP_PORT: 4020, COMPANION_URL: 'http://127.0.0.1:4000' });
  });

  it('take an empty value as none', () => {
    expect(readSettings({ ...given, SHOP_PORT: '', MERCHANT_API_KEY: '' })).toMatchObject({ SHOP_PORT: 4020 });
  });

  it('name every mistake at once', () => {
    const read = () => readSettings({ ORDER_TOKEN_SECRET: 'short', SHOP_PORT: 'high', COMPANION_URL: 'pay.example' });
    for (const name of ['ORDER_TOKEN_SECRET', 'WEBHOOK_SECRET', 'SHOP_PORT', 'COMPANION_URL']) expect(read).toThrow(name);
  });
});
