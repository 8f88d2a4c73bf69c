import type { RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { startMailServer } from '@tsena/testkit/mailServer';
import { createDatabase } from '@tsena/testkit/postgres';
import { selfSigned } from '@tsena/testkit/selfSigned';
import { listen, serve } from '@tsena/testkit/serve';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { runCli } from '../../../../test/support/cli.ts';
import { seedPayment } from '../../../../test/support/seed.ts';
import { startStack } from '../../../../test/support/stack.ts';
import { untilTestEnds, useForAll, useForEach } from '../../../../test/support/use.ts';
import { readSettings } from '../../../config/readSettings.ts';
import { readInstallationId } from '../../../database/installationId.ts';
import { openStore } from '../../../database/store.ts';
import { checkPublicAddress } from '../../shared/checkPublicAddress.ts';
import { checkAllowedOrigins } from '../allowedOrigins.ts';
import { checkOperator } from '../credentials.ts';
import { checkClock } from '../operatorClock.ts';
import { checkRequiredSettings } from '../requiredSettings.ts';
import { checkDatabase, checkStoredTimes } from './database.ts';
import { checkDisk } from './disk.ts';
import { type DoctorFinding, describeFinding } from './finding.ts';
import { checkMail } from './mail.ts';
import { checkMetrics } from './metrics.ts';
import { checkSettings } from './settings.ts';
import { checkWebhook } from './webhook.ts';

const PRODUCTION = { OPERATOR_ENVIRONMENT: 'production', OPERATOR_BASE_URL: 'https://api.operator.example' };

const stack = useForAll(startStack);
const answering = async (listener: RequestListener) => (await untilTestEnds(serve(listener))).url;

const settingsWith = (env: Readonly<Record<string, string>> = {}) => readSettings({ ...stack.env, ...env });

/** The findings as the command shows them in English. */
const shown = (findings: readonly DoctorFinding[]) =>
  findings.map((one) => {
    const { found, next } = describeFinding(one, 'en');
    return { ...one, message: found, advice: next };
  });

const report = z.object({
  ok: z.boolean(),
  findings: z.array(
    z.object({
      name: z.string(),
      result: z.enum(['ok', 'warning', 'failed']),
      message: z.string(),
      advice: z.nullable(z.string()),
    }),
  ),
});

describe('tsena doctor', () => {
  it('has no failed finding for a running companion, and disturbs no payment', async () => {
    const { body } = await stack.pay('ORDER-1');
    const { code, stdout } = await runCli(['doctor', '--json'], stack.env);
    const { ok, findings } = z.parse(report, JSON.parse(stdout));
    expect(findings.filter(({ result }) => result === 'failed')).toEqual([]);
    expect(ok).toBe(true);
    expect(code).toBe(0);
    const names = new Set(findings.map(({ name }) => name));
    for (const name of [
      'settings',
      'database',
      'disk',
      'clock',
      'credentials',
      'public_address',
      'webhook_answered',
      'backup',
      'first_payment',
    ]) {
      expect(names).toContain(name);
    }
    stack.sandbox.approve(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
    await stack.until(body.id, 'completed');
  });

  it('exits with 1 and says how to fix what fails', async () => {
    const { code, stdout } = await runCli(['doctor'], { ...stack.env, CONSUMER_SECRET: 'wrong' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^failed {3}credentials .*does not accept CONSUMER_KEY and CONSUMER_SECRET\. \(.*: 401/m);
    expect(stdout).toMatch(/→ Copy both from the operator’s portal, for the environment in OPERATOR_ENVIRONMENT\./);
    expect(stdout).not.toContain('wrong');
  });

  it('fails if the operator refuses status checks', async () => {
    const refusing = await untilTestEnds(
      startStack({ sandbox: { faults: [{ on: 'status', do: 'status', value: 403 }] } }),
    );
    const { code, stdout } = await runCli(['doctor'], refusing.env);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^failed {3}credentials .*refuses to say what became of a payment: no payment can be confirmed\. \(.*: 403/m,
    );
    expect(stdout).toMatch(/→ Check OPERATOR_BASE_URL and OPERATOR_SERVICE\. Ask the operator/);
  });

  it('speaks French in a French terminal', async () => {
    const { stdout } = await runCli(['doctor'], {
      ...stack.env,
      LANG: 'fr_FR.UTF-8',
      CONSUMER_SECRET: 'wrong',
      LIMIT_PER_MSISDN: 'off',
    });
    expect(stdout).toMatch(
      /^échec {4}credentials +L’opérateur n’accepte pas CONSUMER_KEY et CONSUMER_SECRET\. \(.*: 401/m,
    );
    expect(stdout).toMatch(/^alerte {3}settings +LIMIT_PER_MSISDN vaut off\b/m);
    expect(stdout).toContain('→ Gardez la valeur par défaut, 5/10m');
    // What the operator has answered stays as it is.
    const sentences = stdout.split('\n').map((line) => line.replace(/ \(.*\)$/, ''));
    expect(sentences.filter((line) => /(?<!\p{L})(the|is|are|not|with|to)(?!\p{L})/u.test(line))).toEqual([]);
  });

  it('describes each wrong setting in French in a French terminal', async () => {
    const { stdout } = await runCli(['doctor'], {
      LANG: 'fr_FR.UTF-8',
      OPERATOR_BASE_URL: 'ftp://x',
      WEBHOOK_URL: 'https://shop.example/hook',
    });
    const plain = stdout.replaceAll('\u00a0', ' ');
    expect(plain).toMatch(/OPERATOR_BASE_URL n’est pas une adresse http ou https\. Exemple : OPERATOR_BASE_URL=/);
    expect(plain).toMatch(/CONSUMER_SECRET n’est pas réglé, et CONSUMER_SECRET_FILE non plus\. Exemple : /);
    expect(plain).toMatch(/WEBHOOK_SECRET n’est pas réglé, mais WEBHOOK_URL l’est\. Exemple : /);
  });

  it('lists all wrong settings, and runs no other check', async () => {
    const { code, stdout } = await runCli(['doctor', '--json'], {});
    const { findings } = z.parse(report, JSON.parse(stdout));
    expect(code).toBe(1);
    expect(new Set(findings.map(({ name, result }) => `${result} ${name}`))).toEqual(
      new Set(['failed settings', 'warning settings']),
    );
    expect(findings.find(({ result }) => result === 'warning')).toMatchObject({
      message: 'no .env in /, and the environment has not all settings',
      advice: 'Run this command in the folder of your .env, or write one: tsena init',
    });
    expect(JSON.stringify(findings)).not.toMatch(/03[478]\d{7}/);
    expect(findings.length).toBeGreaterThan(6);
  });
});

it('checkSettings warns of valid settings that are probably a mistake', () => {
  const findings = checkSettings(settingsWith({ PUBLIC_URL: 'https://pay.example' }));
  expect(findings.map(({ result, reason }) => `${result} ${reason}`)).toEqual([
    'ok settings.complete',
    'ok settings.sandbox',
    'warning settings.limit_off',
    'warning settings.no_trust_proxy',
  ]);
});

it('checkRequiredSettings fails without what the companion needs to take a payment', () => {
  const check = (env: Readonly<Record<string, string>>) =>
    checkRequiredSettings(settingsWith(env)).map(({ name, result, reason }) => `${result} ${name} ${reason}`);
  expect(check({})).toEqual(['ok merchant_name name_set']);
  expect(check({ ...PRODUCTION, PARTNER_NAME: '', PUBLIC_URL: '' })).toEqual([
    'failed merchant_name name_missing',
    'failed public_address public_url_required',
  ]);
});

it('checkAllowedOrigins warns if no shop’s page may call the companion, and of http in production', () => {
  const check = (env: Readonly<Record<string, string>>) => checkAllowedOrigins(settingsWith(env));
  expect(check({ ALLOWED_ORIGINS: 'http://127.0.0.1:4020' })).toMatchObject({ result: 'ok', reason: 'origins_set' });
  expect(check({ ALLOWED_ORIGINS: '' })).toMatchObject({ result: 'warning', reason: 'origins_missing' });
  const production = { ...PRODUCTION, PUBLIC_URL: 'https://pay.example' };
  const origins = 'https://shop.example,http://shop.example';
  expect(check({ ...production, ALLOWED_ORIGINS: origins })).toMatchObject({
    result: 'warning',
    reason: 'origins_unencrypted',
  });
});

describe('checkOperator', () => {
  const check = async (env: Readonly<Record<string, string>>) => checkOperator(settingsWith(env));
  const operatorAnswering = (status: number, body: unknown) =>
    answering((_request, response) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
    );

  const withoutScope = {
    access_token: 'a-token',
    scope: 'am_application_scope default',
    token_type: 'Bearer',
    expires_in: 3600,
  };
  it.each([
    [200, withoutScope, 'failed', 'service_wrong', /^Correct OPERATOR_SERVICE \(for MVola: mvola\)/],
    [403, {}, 'failed', 'credentials_refused', /^Check in its portal that your application is subscribed/],
    [404, {}, 'failed', 'operator_unreachable', /^Check OPERATOR_BASE_URL/],
    [429, {}, 'warning', 'operator_busy', /^Check again in a few minutes/],
  ] as const)('for an operator that answers %i with %j: %s, %s', async (status, body, result, reason, advice) => {
    const found = await check({ OPERATOR_BASE_URL: await operatorAnswering(status, body) });
    expect(found).toMatchObject({ result, reason });
    expect(describeFinding(found, 'en').next).toMatch(advice);
  });
});

describe('checkDatabase and checkDisk', () => {
  it('failed for an unreachable database, without its password', async () => {
    const [finding] = shown(await checkDatabase('postgres://tsena:pa55word@127.0.0.1:1/tsena'));
    expect(finding).toMatchObject({ result: 'failed', message: expect.stringContaining('ECONNREFUSED') });
    expect(JSON.stringify(finding)).not.toContain('pa55word');
  });

  it('warning if the database’s clock differs from this machine’s', async () => {
    const url = await createDatabase(inject('postgres'));
    const store = await openStore(url);
    await store.close();
    const ofClocks = async (wall?: () => number) =>
      shown(await checkDatabase(url, wall)).filter(({ message }) => message.includes('clock'));
    expect(await ofClocks()).toEqual([]);
    expect(await ofClocks(() => Date.now() + 3 * 3_600_000)).toMatchObject([
      {
        result: 'warning',
        message: expect.stringMatching(/^this machine’s clock differs from the database’s clock by 10(799|800|801) s$/),
      },
    ]);
  });

  it('warning if the newest payment is ahead of the clock', async () => {
    const store = await untilTestEnds(openStore('file::memory:'));
    await seedPayment(store, { created_at: 1_000_000 });
    expect(await checkStoredTimes(store.db, 995_000)).toEqual([]);
    expect(shown(await checkStoredTimes(store.db, 994_000))).toMatchObject([
      { result: 'warning', message: expect.stringMatching(/^the newest payment is 6 s ahead of the clock/) },
    ]);
  });

  if (process.platform === 'linux') {
    it('failed if the file system is in memory', async () => {
      const findings = shown(await checkDisk('/dev/shm/tsena.db'));
      expect(findings).toContainEqual(
        expect.objectContaining({ result: 'failed', message: expect.stringContaining('a reboot loses') }),
      );
    });
  }
});

it.each([
  [0, 'ok'],
  [60_000, 'warning'],
  [600_000, 'failed'],
])('checkOperator and checkClock for an operator whose clock is %i ms ahead: %s', async (ahead, result) => {
  const url = await answering((_request, response) =>
    response.setHeader('Date', new Date(Date.now() + ahead).toUTCString()).end(),
  );
  expect(await checkClock(settingsWith({ OPERATOR_BASE_URL: url }))).toMatchObject({ result });
});

describe('checkPublicAddress', () => {
  const check = async (env: Readonly<Record<string, string>> = {}) =>
    (
      await checkPublicAddress({
        settings: settingsWith(env),
        installationId: await readInstallationId(stack.served.companion.storage.store.db),
      })
    ).map(({ name, result, reason }) => `${result} ${name} ${reason}`);
  const production = { ...PRODUCTION, PUBLIC_URL: 'https://127.0.0.1' };

  it('warns of a private address and of http in the sandbox, and fails for a private address in production', async () => {
    expect(await check()).toEqual([
      'warning public_address address_private',
      'warning tls tls_missing',
      'ok public_address address_reached',
    ]);
    expect(await check(production)).toEqual(['failed public_address address_private']);
  });

  it('fails if another companion answers there, and names the cause', async () => {
    const other = await untilTestEnds(startStack());
    const settings = settingsWith({ PUBLIC_URL: other.served.url });
    const { installationId } = stack.served.companion.context;
    const [, , found] = await checkPublicAddress({ settings, installationId });
    expect(found).toMatchObject({ name: 'public_address', result: 'failed', reason: 'address_other_companion' });
    // Before the first start, every companion is another one.
    const [, , early] = await checkPublicAddress({ settings: settingsWith(), installationId: undefined });
    expect(early).toMatchObject({ result: 'failed', reason: 'address_other_companion' });
  });

  it('fails if the server there is not a companion', async () => {
    const url = await answering((_request, response) => response.writeHead(200).end('<h1>It works</h1>'));
    expect(await check({ PUBLIC_URL: url })).toContain('failed public_address address_answers_otherwise');
  });

  it('fails if the certificate is not of a public authority', async () => {
    const server = createTlsServer(selfSigned(), (_request, response) => response.end());
    onTestFinished(() => void server.close());
    const url = `https://127.0.0.1:${await listen(server)}`;
    expect(await check({ PUBLIC_URL: url })).toEqual([
      'warning public_address address_private',
      'failed tls certificate_invalid',
    ]);
  });

  it('warns if nothing answers, or if PUBLIC_URL is not set', async () => {
    expect(await check({ PUBLIC_URL: 'https://127.0.0.1:1' })).toContain('warning public_address address_silent');
    expect(await check({ PUBLIC_URL: '' })).toEqual(['warning public_address public_url_missing']);
  });
});

describe('checkMetrics', () => {
  const METRICS_TOKEN = 'a-metrics-token-of-some-length';
  const metrics: RequestListener = (_request, response) => response.end('# HELP x\ntsena_payments_open 1\n');
  const check = async (env: Readonly<Record<string, string>>) =>
    shown(await checkMetrics(settingsWith(env))).map(({ result, message }) => `${result} ${message}`);

  it('warns if PUBLIC_URL shows the metrics without METRICS_TOKEN', async () => {
    const url = await answering(metrics);
    const warning = 'warning URL/metrics answers without METRICS_TOKEN: it shows strangers how much you sell';
    expect(await check({ PUBLIC_URL: url, METRICS_TOKEN })).toEqual([warning.replace('URL', url)]);
    // On loopback without a token, this machine may read them.
    expect(await check({ PUBLIC_URL: url })).toEqual([]);
    const elsewhere = url.replace('127.0.0.1', '0.0.0.0');
    expect(await check({ PUBLIC_URL: elsewhere })).toEqual([warning.replace('URL', elsewhere)]);
  });
});

describe('checkWebhook', () => {
  const check = async (listener: RequestListener) => {
    const findings = shown(await checkWebhook(settingsWith({ WEBHOOK_URL: await answering(listener) })));
    return findings.map(({ result, message }) => `${result} ${message}`);
  };

  it('fails if the shop accepts a wrong signature', async () => {
    expect(await check((_request, response) => response.writeHead(200).end())).toEqual([
      expect.stringMatching(/^ok /),
      expect.stringMatching(/^failed the shop answers 200 to a wrong signature/),
    ]);
  });

  it.each([
    [401, 'failed'],
    [302, 'failed'],
    [500, 'warning'],
  ])('for a shop that answers %i to everything: %s', async (status, result) => {
    expect(await check((_request, response) => response.writeHead(status, { Location: '/login' }).end())).toEqual([
      expect.stringMatching(new RegExp(`^${result} .* answers ${status}`)),
    ]);
  });

  it('fails for a private address unless WEBHOOK_ALLOW_PRIVATE is 1', async () => {
    expect(await checkWebhook(settingsWith({ WEBHOOK_ALLOW_PRIVATE: '0' }))).toMatchObject([
      { result: 'failed', reason: 'webhook_private' },
    ]);
  });

  it('warns without an address, and of http in production', async () => {
    const none = { WEBHOOK_URL: '', WEBHOOK_SECRET: '' };
    expect(await checkWebhook(settingsWith(none))).toMatchObject([{ result: 'warning', reason: 'webhook_off' }]);
    const production = { ...PRODUCTION, PUBLIC_URL: 'https://pay.example' };
    expect(await checkWebhook(settingsWith(production))).toContainEqual(
      expect.objectContaining({ result: 'warning', reason: 'webhook_unencrypted' }),
    );
  });
});

describe('checkMail', () => {
  const login = { user: 'me@shop.example', password: 'hushhush' };
  const server = useForEach(() => startMailServer({ login }));

  const env = (password: string) => ({
    SMTP_URL: `smtp://me%40shop.example:${password}@127.0.0.1:${server.port}`,
    NOTIFY_EMAIL: 'owner@shop.example',
    NOTIFY_LANGUAGE: 'en',
  });

  const check = async (password: string, sendsMail = false) =>
    shown(await checkMail(settingsWith(env(password)), sendsMail));

  it('says which setting is wrong, without the password', async () => {
    const findings = await check('wrong-hush');
    expect(findings).toMatchObject([{ result: 'failed', advice: expect.stringContaining('the password in SMTP_URL') }]);
    expect(JSON.stringify(findings)).not.toContain('wrong-hush');
    server.fault = { at: 'to', code: 550 };
    expect(await check('hushhush', true)).toContainEqual(
      expect.objectContaining({ result: 'failed', advice: expect.stringContaining('NOTIFY_FROM and NOTIFY_EMAIL') }),
    );
    server.fault = null;
    await server.close();
    expect(await check('hushhush')).toMatchObject([
      { result: 'failed', advice: expect.stringContaining('host and port in SMTP_URL') },
    ]);
  });

  it('is a part of tsena doctor, which sends an e-mail with --send-mail', async () => {
    const without = await runCli(['doctor', '--json'], { ...stack.env, ...env('hushhush') });
    const { findings } = z.parse(report, JSON.parse(without.stdout));
    expect(findings.filter(({ name }) => name === 'mail').map(({ result }) => result)).toEqual(['ok', 'warning']);
    expect(server.received).toEqual([]);
    await runCli(['doctor', '--send-mail'], { ...stack.env, ...env('hushhush') });
    expect(server.received.map(({ headers, to }) => [headers.subject, to])).toEqual([
      ['[Sandbox] Test e-mail', ['owner@shop.example']],
    ]);
  });
});
