import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const given = { ORDER_TOKEN_SECRET: 'a'.repeat(32), WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}` };

describe('the shop’s settings', () => {
  it('require only the secrets', () => {
    expect(readSettings(given)).toMatchObject({ SHOP_PORT: 4020, COMPANION_URL: 'http://127.0.0.1:4000' });
  });

  it('report every mistake at once', () => {
    const read = () => readSettings({ ORDER_TOKEN_SECRET: 'short', SHOP_PORT: 'high', COMPANION_URL: 'pay.example' });
    for (const name of ['ORDER_TOKEN_SECRET', 'WEBHOOK_SECRET', 'SHOP_PORT', 'COMPANION_URL'])
      expect(read).toThrow(name);
  });

  it.each([
    '',
    'whsec_',
    'whsec_AAAA',
    `whsec_${'A'.repeat(31)}`,
    'whsec_!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!',
    'A'.repeat(32),
  ])('refuse the webhook secret %j, with which anyone could sign', (secret) => {
    expect(() => readSettings({ ...given, WEBHOOK_SECRET: secret })).toThrow('WEBHOOK_SECRET');
  });

  it.each(['', 'a'.repeat(31)])('refuse the order-token secret %j', (secret) => {
    expect(() => readSettings({ ...given, ORDER_TOKEN_SECRET: secret })).toThrow('ORDER_TOKEN_SECRET');
  });
});
