import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { createSandbox } from '@tsena/sandbox';
import { parse } from 'dotenv';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { runCli } from '../../test/support/cli.ts';
import { useFolder, useForAll } from '../../test/support/use.ts';
import { readSettings } from '../config/readSettings.ts';
import { SETTINGS } from '../config/settingsSchema.ts';
import { writeEnvText } from './init/envFile.ts';
import { createPrompts } from './init/prompts.ts';
import { initialize } from './init.ts';
import { CommandError } from './kit/output.ts';

const folder = useFolder();

const sandbox = useForAll(createSandbox);

const envFile = () => folder('.env');
const written = () => parse(readFileSync(envFile(), 'utf8'));
const modeOf = (path: string) => statSync(path).mode & 0o777;

const flags = () => [
  `--operator-base-url=${sandbox.url}`,
  '--consumer-key=sandbox-key',
  '--partner-name=Tsena Boutique',
  '--partner-msisdn=034 35 000 04',
];
const init = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCli(['init', ...args], { CONSUMER_SECRET: 'sandbox-secret', ...env }, folder());

describe('tsena init --yes', () => {
  it('tests the credentials, writes valid settings for their owner alone, and prints no secret', async () => {
    const webhook = 'http://127.0.0.1:4020/webhooks/tsena';
    const { code, stdout, stderr } = await init([
      '--yes',
      ...flags(),
      '--public-url=http://127.0.0.1:4000',
      '--allowed-origins=http://127.0.0.1:4020',
      `--webhook-url=${webhook}`,
    ]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(modeOf(envFile())).toBe(0o600);
    expect(readdirSync(folder())).toEqual(['.env']);
    expect(readSettings(written())).toMatchObject({
      ...{ OPERATOR_BASE_URL: sandbox.url, OPERATOR_ENVIRONMENT: 'sandbox', OPERATOR_SERVICE: 'svc' },
      ...{ PARTNER_NAME: 'Tsena Boutique', PARTNER_MSISDN: '0343500004', ALLOWED_ORIGINS: ['http://127.0.0.1:4020'] },
      ...{ WEBHOOK_URL: webhook, WEBHOOK_ALLOW_PRIVATE: true },
    });
    expect(stdout).toContain('The operator issues a token for these credentials.');
    expect(stdout).toContain(
      '<script async src="http://127.0.0.1:4000/v1/checkout.js" data-order-token="…" data-locale="mg"></script>',
    );
    expect(stdout).toContain(`The companion sends webhooks to ${webhook}.`);
    expect(stdout).toContain('http://127.0.0.1:4000/dashboard/');
    expect(stdout).toMatch(/tsena doctor[\s\S]*tsena serve/);
    const secrets = ['CONSUMER_SECRET', 'ORDER_TOKEN_SECRET', 'WEBHOOK_SECRET', 'MERCHANT_API_KEY'].map(
      (name) => written()[name] ?? '',
    );
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(10);
      expect(stdout).not.toContain(secret);
    }
  });

  it('names the settings that are missing, and how to give them', async () => {
    const { code, stderr } = await init(['--yes']);
    expect(code).toBe(1);
    expect(stderr).toContain('OPERATOR_BASE_URL is not set');
    expect(stderr).toMatch(/Nothing was written. Give the settings as options or in the environment.\n$/);
    expect(stderr).not.toContain('There is no .env');
    expect(readdirSync(folder())).toEqual([]);
  });

  it.each([
    [
      ['--consumer-secret=wrong'],
      /issues no token: 401[\s\S]*\nCopy both from the operator’s portal, .*\. If the companion runs, restart it\.\nNothing was written/,
    ],
    [['--operator-base-url=http://127.0.0.1:1'], /issues no token: never_sent[\s\S]*Check OPERATOR_BASE_URL/],
  ])('writes nothing if the operator refuses %o', async (args, expected) => {
    const { code, stdout, stderr } = await init(['--yes', ...flags(), ...args]);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(expected);
    expect(stderr).toContain('Nothing was written.');
    expect(readdirSync(folder())).toEqual([]);
  });

  it('never replaces a file without --force; with it, keeps the values, the secrets too, and a private copy', async () => {
    await init(['--yes', ...flags()]);
    const first = readFileSync(envFile(), 'utf8');
    const refused = await init(['--yes', ...flags()]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/\.env exists and was not changed/);
    expect(readFileSync(envFile(), 'utf8')).toBe(first);

    const { code, stdout } = await runCli(['init', '--json', '--force', '--partner-name=Other'], {}, folder());
    expect(code).toBe(0);
    const { formerFile, generated } = JSON.parse(stdout) as { formerFile: string; generated: string[] };
    expect(generated).toEqual([]);
    expect(readFileSync(formerFile, 'utf8')).toBe(first);
    expect(modeOf(formerFile)).toBe(0o600);
    expect(modeOf(envFile())).toBe(0o600);
    expect(written()).toEqual({ ...parse(first), PARTNER_NAME: 'Other' });
  });

  it('writes the path of a secret’s file instead of the secret', async () => {
    const secret = folder('secret');
    writeFileSync(secret, 'sandbox-secret\n');
    const { code } = await runCli(['init', '--yes', ...flags(), `--consumer-secret-file=${secret}`], {}, folder());
    expect(code).toBe(0);
    expect(written().CONSUMER_SECRET_FILE).toBe(secret);
    expect(written().CONSUMER_SECRET).toBeUndefined();
  });
});

describe('tsena init in a French terminal', () => {
  const french = { LC_ALL: 'fr_FR.UTF-8' };
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');

  it('says in French what it wrote and what comes next, and in English as JSON', async () => {
    const { stdout } = await init(['--yes', ...flags()], french);
    const said = plain(stdout);
    expect(said).toMatch(
      /^L’opérateur émet un jeton pour ces identifiants\.\n.* est écrit, lisible .* Créés : ORDER_TOKEN/,
    );
    expect(said).toContain('WEBHOOK_URL n’est pas réglé : votre boutique ne reçoit aucun webhook.');
    expect(said).toMatch(
      /\n\nEnsuite, dans ce dossier :\n {2}tsena doctor {4}contrôle l’installation\n {2}tsena serve /,
    );
    const again = await init(['--yes', ...flags()], french);
    expect(plain(again.stderr)).toMatch(/\.env existe et n’a pas été changé\. .* utilisez --force\./);
    expect((await init(['--json', ...flags()], french)).stderr).toContain('exists and was not changed');
  });

  it('says in French what is wrong with the settings, and that nothing was written', async () => {
    const wrong = await init(['--yes', ...flags(), '--public-url=ftp://x'], french);
    expect(plain(wrong.stderr)).toMatch(
      /^Un réglage est faux :\n- PUBLIC_URL n’est pas une adresse http ou https\. Exemple : .*\nRien n’a été écrit\./,
    );
    const refused = await init(['--yes', ...flags(), '--consumer-secret=wrong'], french);
    expect(plain(refused.stderr)).toMatch(/ n’émet pas de jeton : 401[\s\S]*\nRien n’a été écrit\. Avec --no-check/);
    expect(readdirSync(folder())).toEqual([]);
  });
});

it('tsena init without a terminal and without --yes says what to do', async () => {
  const { code, stderr } = await init(flags());
  expect(code).toBe(1);
  expect(stderr).toMatch(/needs a terminal\. Without one, use --yes/);
  expect(existsSync(envFile())).toBe(false);
});

describe('tsena init on a terminal', () => {
  /** A person who answers each question when it appears. */
  function person() {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let shown = '';
    let read = 0;
    output.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
    });
    return {
      prompts: createPrompts(input, output),
      shown: () => shown,
      async answer(question: string, keys: string) {
        await vi.waitFor(() => expect(shown.slice(read)).toContain(question), { timeout: 20_000, interval: 5 });
        read = shown.length;
        input.write(keys);
      },
    };
  }

  it('explains and asks, repeats what the operator refuses, and shows no secret', async () => {
    const { prompts, answer, shown } = person();
    const initialized = initialize(envFile(), { check: true }, prompts, {});
    await answer('the merchant’s name', 'Tsena Boutique\r');
    await answer('which receives the money', '034 35 000 04\r');
    await answer('OPERATOR_ENVIRONMENT', '\r');
    await answer('PUBLIC_URL (optional)', '\r');
    await answer('OPERATOR_BASE_URL', `${sandbox.url}\r`);
    await answer('OPERATOR_SERVICE', '\r');
    await answer('CONSUMER_KEY', 'sandbox-key\r');
    await answer('CONSUMER_SECRET', 'not-this-one\r');
    await answer('Answer these questions again?', '\r');
    await answer('the merchant’s name', '\r');
    await answer('which receives the money', '\r');
    await answer('OPERATOR_ENVIRONMENT', '\r');
    await answer('PUBLIC_URL (optional)', 'http://127.0.0.1:4000\r');
    await answer('OPERATOR_BASE_URL', '\r');
    await answer('OPERATOR_SERVICE', '\r');
    await answer('CONSUMER_KEY (an empty line keeps the present value)', '\r');
    await answer('CONSUMER_SECRET (an empty line keeps the present value)', 'sandbox-secret\r');
    await answer('OPERATOR_NAME', 'MVola\r');
    await answer('ALLOWED_ORIGINS', '\r');
    await answer('WEBHOOK_URL', '\r');
    expect(await initialized).toMatchObject({
      operatorChecked: true,
      generated: ['ORDER_TOKEN_SECRET', 'MERCHANT_API_KEY'],
      webhookUrl: null,
    });
    expect(shown()).toContain('Copy both from the operator’s portal');
    expect(shown()).not.toMatch(/not-this-one|sandbox-secret|sandbox-key/);
    expect(readSettings(written())).toMatchObject({
      ...{ OPERATOR_NAME: 'MVola', OPERATOR_SERVICE: 'svc', PUBLIC_URL: 'http://127.0.0.1:4000' },
      ...{ PARTNER_NAME: 'Tsena Boutique', PARTNER_MSISDN: '0343500004' },
    });
  });

  it('writes nothing if the person cancels, or does not want to replace the file', async () => {
    const cancelling = person();
    const cancelled = expect(initialize(envFile(), { check: true }, cancelling.prompts, {})).rejects.toThrow(
      'Cancelled. Nothing was written.',
    );
    await cancelling.answer('the merchant’s name', '\u0003');
    await cancelled;
    expect(readdirSync(folder())).toEqual([]);

    writeFileSync(envFile(), 'A=1\n');
    const keeping = person();
    const kept = expect(initialize(envFile(), { check: true }, keeping.prompts, {})).rejects.toThrow('was not changed');
    await keeping.answer('Replace it', '\r');
    await kept;
    expect(readFileSync(envFile(), 'utf8')).toBe('A=1\n');
  });
});

describe('writeEnvText', () => {
  it('writes every value so that it is read unchanged, or refuses it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a #"\'`$\\=n,é'), maxLength: 20 }), (text) => {
        const value = text.trim();
        let file: string;
        try {
          file = writeEnvText({ PARTNER_NAME: value }, SETTINGS);
        } catch (error) {
          expect(error).toBeInstanceOf(CommandError);
          expect(value).toMatch(/['"`]/);
          return;
        }
        expect(parse(file)).toEqual({ PARTNER_NAME: value });
      }),
    );
  });
});
