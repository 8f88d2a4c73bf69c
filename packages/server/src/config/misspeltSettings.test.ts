import { expect, test } from 'vitest';
import { findMisspelt } from './misspeltSettings.ts';

test.each([
  ['ALOWED_ORIGINS', 'ALLOWED_ORIGINS'],
  ['ALLOWED_ORIGIN', 'ALLOWED_ORIGINS'],
  ['allowed_origins', 'ALLOWED_ORIGINS'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['LIMIT_PRE_IP', 'LIMIT_PER_IP'],
  ['WEBHOOKS_SECRET', 'WEBHOOK_SECRET'],
  ['CONSUMER_SECRETFILE', 'CONSUMER_SECRET_FILE'],
  ['PARTNER_MSIDN', 'PARTNER_MSISDN'],
])('findMisspelt reports %s as a misspelling of %s', (name, nearest) => {
  expect(findMisspelt({ [name]: 'x', PUBLIC_URL: 'https://pay.example' })).toEqual([{ name, nearest }]);
});

test('findMisspelt reports no setting, no _FILE of a secret, and no variable of another program', () => {
  const others = `PATH HOME HOSTNAME HOSTS POST PORTS SHOP_PORT SANDBOX_PORT SHELL TERM LANG LANGUAGE USER LOGNAME MAIL TZ NODE_ENV NODE_OPTIONS
    npm_config_user_agent INIT_CWD HTTP_PROXY https_proxy NO_PROXY SSH_CLIENT INVOCATION_ID JOURNAL_STREAM CREDENTIALS_DIRECTORY
    KUBERNETES_PORT TSENA_PORT TSENA_SERVICE_HOST POSTGRES_PASSWORD PGHOST DB_URL BASE_URL LOG_FILE SESSION_SECRET API_KEY WEBHOOK_PORT CI
    METRICS_PORT PUBLIC_KEY`;
  const settings = 'CONSUMER_KEY CONSUMER_KEY_FILE DATABASE_URL_FILE HOST PORT LOG_LEVEL';
  expect(findMisspelt(Object.fromEntries(`${others} ${settings}`.split(/\s+/).map((name) => [name, 'x'])))).toEqual([]);
});
