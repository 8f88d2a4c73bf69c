import { describe, expect, it } from 'vitest';
import { testSettings } from '../../test/support/operatorFixture.ts';
import { mergeSettings, missingSettings } from './mergeSettings.ts';
import { Secret } from './secret.ts';

const OPEN = { PARTNER_NAME: '' };
const SECRETS = [new Secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')];
const merge = (
  env: Readonly<Record<string, string>>,
  texts: Parameters<typeof mergeSettings>[1]['texts'],
  webhookSecrets = SECRETS,
) => mergeSettings(testSettings('https://operator.test', env), { texts, webhookSecrets });

describe('mergeSettings', () => {
  it('takes from the dashboard what the environment leaves open', () => {
    expect(
      merge(OPEN, {
        partnerName: 'Epicerie Soa',
        publicUrl: 'https://pay.example',
        userLanguage: 'FR',
        stat: '47112 11',
      }),
    ).toMatchObject({
      PARTNER_NAME: 'Epicerie Soa',
      PUBLIC_URL: 'https://pay.example',
      USER_LANGUAGE: 'FR',
      MERCHANT_STAT: '47112 11',
    });
    const mail = { SMTP_URL: 'smtps://mail.example' };
    expect(merge(mail, { notifyEmail: 'me@shop.example' }).NOTIFY_EMAIL).toBe('me@shop.example');
  });

  it('keeps what the environment sets, also where that is the default', () => {
    const env = { PUBLIC_URL: 'https://pay.example', CALLBACK_BASE_URL: 'https://tunnel.example', USER_LANGUAGE: 'MG' };
    const texts = {
      partnerName: 'Other',
      publicUrl: 'https://x.example',
      callbackBaseUrl: 'https://y.example',
      userLanguage: 'FR',
    };
    expect(merge(env, texts)).toEqual(testSettings('https://operator.test', env));
  });

  it('keeps what a host app sets by itself', () => {
    const own = {
      PARTNER_NAME: 'Host',
      USER_LANGUAGE: 'FR',
      WEBHOOK_URL: 'https://shop.example/hook',
      WEBHOOK_SECRET: SECRETS,
    } as const;
    const settings = { ...testSettings('https://operator.test', OPEN), ...own, fixed: [] };
    expect(mergeSettings(settings, { texts: {}, webhookSecrets: [] })).toMatchObject(own);
  });

  it('has a webhook once there are an address and a secret', () => {
    const webhookUrl = 'https://shop.example/hook';
    expect(merge({}, { webhookUrl }, []).WEBHOOK_URL).toBeNull();
    expect(merge({}, {}).WEBHOOK_URL).toBeNull();
    expect(merge({}, { webhookUrl })).toMatchObject({ WEBHOOK_URL: webhookUrl, WEBHOOK_SECRET: SECRETS });
  });
});

it('a name is missing, and in production a public address', () => {
  const production = { OPERATOR_ENVIRONMENT: 'production' };
  expect(missingSettings(merge({}, {}))).toEqual([]);
  expect(missingSettings(merge({ ...production, ...OPEN }, {}))).toEqual(['partnerName', 'publicUrl']);
  expect(missingSettings(merge(production, { publicUrl: 'https://pay.example' }))).toEqual([]);
});
