import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@tsena/testkit/port';
import { validate } from 'dockerfile-utils';
import { parse as parseEnv } from 'dotenv';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { readSettings } from '../src/config/readSettings.ts';
import { type CompanionProcess, startServe } from './support/process.ts';
import { testEnvironment } from './support/stack.ts';
import { useFolder } from './support/use.ts';

const folder = useFolder();

const root = fileURLToPath(new URL('../../../', import.meta.url));
const unitPath = join(root, 'packages/server/systemd/tsena.service');
const templatePath = join(root, 'packages/server/systemd/tsena@.service');
const unit = readFileSync(unitPath, 'utf8');
const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');

/** The value of a line `NAME=value`. */
function valueIn(text: string, name: string): string {
  const value = new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1];
  return value ?? expect.unreachable(`no ${name}`);
}

let companion: CompanionProcess | undefined;
afterEach(async () => {
  companion?.kill('SIGKILL');
  await companion?.ended;
  companion = undefined;
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('the systemd unit', () => {
  it.skipIf(!hasSystemd)('is valid, and exposes at most 1.5 of 10 by the rules of systemd-analyze', () => {
    execFileSync('systemd-analyze', ['verify', '--man=no', unitPath, templatePath]);
    execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=15', '--no-pager', unitPath]);
  });

  it('for several shops is the same, with a user and folders of its own for each shop', () => {
    const rules = (text: string) => text.slice(text.indexOf('\n[Service]')).replaceAll(/[/-]%i/g, '');
    const template = readFileSync(templatePath, 'utf8');
    expect(rules(template)).toBe(rules(unit));
    expect(
      ['User', 'Group', 'WorkingDirectory', 'StateDirectory', 'Environment'].map((name) => valueIn(template, name)),
    ).toEqual([
      'tsena-%i',
      'tsena-%i',
      '/etc/tsena/%i',
      'tsena-%i',
      'NODE_ENV=production DATABASE_URL=file:/var/lib/tsena-%i/tsena.db',
    ]);
  });

  it('starts the program with a database that only its user can read, and stops it', async () => {
    const [etc, data] = [folder('etc'), folder('data')];
    mkdirSync(etc);
    mkdirSync(data, { mode: 0o700 });
    const { DATABASE_URL: _own, ...settings } = testEnvironment('http://127.0.0.1:9', 'http://127.0.0.1:9/', folder());
    const lines = Object.entries({ ...settings, PORT: String(await freePort()) }).map(
      ([name, value]) => `${name}=${value}\n`,
    );
    writeFileSync(join(etc, '.env'), lines.join(''));
    chmodSync(join(etc, '.env'), 0o640);
    const environment = Object.fromEntries(
      valueIn(unit, 'Environment')
        .replace('/var/lib/tsena', data)
        .split(' ')
        .map((pair) => pair.split(/=(.*)/s, 2)),
    );
    expect(valueIn(unit, 'ExecStart')).toBe('/usr/bin/node /usr/local/bin/tsena serve');
    expect(valueIn(unit, 'UMask')).toBe('0077');

    companion = startServe(environment, { folder: etc });
    await companion.ready;
    expect(readdirSync(data)).toContain('tsena.db');
    for (const name of readdirSync(data)) expect(statSync(join(data, name)).mode & 0o777).toBe(0o600);
    expect(readdirSync(etc)).toEqual(['.env']);
    companion.kill('SIGTERM');
    expect(await companion.ended).toBe(0);
  });
});

describe('the Dockerfile', () => {
  /** The arguments of the last instruction of that name. */
  function last(instruction: string): string {
    const lines = dockerfile.replaceAll('\\\n', ' ').split('\n');
    const value = lines.findLast((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1);
    return value ?? expect.unreachable(`no ${instruction}`);
  }

  it('has no findings of a Dockerfile linter, and fixed base images', () => {
    expect(validate(dockerfile)).toEqual([]);
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) =>
      image?.replace(/@sha256:[0-9a-f]{64}$/, ''),
    );
    expect(images).toEqual(['node:22-bookworm', 'node:22-bookworm-slim']);
  });

  it('copies the manifest of each package of the workspace that the server needs', () => {
    const manifest = z.object({
      dependencies: z.optional(z.record(z.string(), z.string())),
      devDependencies: z.optional(z.record(z.string(), z.string())),
    });
    const needed = new Set(['server']);
    for (const name of needed) {
      const { dependencies, devDependencies } = manifest.parse(
        JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8')),
      );
      for (const [other, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        if (version.startsWith('workspace:')) needed.add(other.replace('@tsena/', ''));
      }
    }
    expect(
      [...needed].filter((name) => !dockerfile.includes(`COPY packages/${name}/package.json packages/${name}/`)),
    ).toEqual([]);
  });

  it('copies the scripts that the builds of the widget and the dashboard import', () => {
    expect(dockerfile).toMatch(/^COPY scripts scripts$/m);
    expect(readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8').split('\n')).toContain('!scripts');
  });

  it('has a health check that fails when the companion is gone', async () => {
    const port = String(await freePort());
    companion = startServe({ ...testEnvironment('http://127.0.0.1:9', 'http://127.0.0.1:9/', folder()), PORT: port });
    await companion.ready;
    const command = z.array(z.string()).parse(JSON.parse(/CMD (\[.*\])/.exec(last('HEALTHCHECK'))?.[1] ?? ''));
    const check = () => spawnSync(process.execPath, command.slice(1), { env: { PORT: port } }).status;
    expect(check()).toBe(0);
    companion.kill('SIGTERM');
    await companion.ended;
    expect(check()).toBe(1);
  });
});

it('the compose file publishes the proxy’s ports only, and hides the database', () => {
  const service = z.object({ ports: z.optional(z.array(z.string())), networks: z.array(z.string()) });
  const { services, networks } = z
    .object({ services: z.record(z.string(), service), networks: z.record(z.string(), z.unknown()) })
    .parse(parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')));
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  expect(published.map(([name, { ports }]) => [name, ports])).toEqual([['proxy', ['80:80', '443:443', '443:443/udp']]]);
  expect(services.database?.networks).toEqual(['back']);
  expect(networks).toEqual({ front: null, back: { internal: true } });
});

describe('the compose file', () => {
  const compose = z
    .object({
      services: z.object({
        companion: z.object({ environment: z.record(z.string(), z.string()), secrets: z.array(z.string()) }),
        database: z.object({ secrets: z.array(z.string()) }),
      }),
      secrets: z.record(z.string(), z.object({ file: z.string() })),
    })
    .parse(parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')));
  const { environment, secrets } = compose.services.companion;

  it('passes each secret that a shop needs as a file, and none in the environment', () => {
    const files = secrets.map((name) => [`${name.toUpperCase()}_FILE`, `/run/secrets/${name}`]);
    expect(Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))).toEqual(files);
    expect(secrets).toEqual([
      'consumer_key',
      'consumer_secret',
      'order_token_secret',
      'merchant_api_key',
      'database_url',
    ]);
    const named = Object.fromEntries(
      [...secrets, 'database_password'].map((name) => [name, { file: `./secrets/${name}` }]),
    );
    expect(compose.secrets).toEqual(named);
  });

  it('has settings that are right after the commands of the manual have divided .env', () => {
    const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    const [, commands = ''] = /With Docker Compose[\s\S]*?```sh\n([\s\S]*?)```/.exec(manual) ?? [];
    const {
      DATABASE_URL: _url,
      HOST: _host,
      PORT: _port,
      ...settings
    } = testEnvironment('http://127.0.0.1:9', 'http://127.0.0.1:9/', folder());
    const { WEBHOOK_URL: _shop, WEBHOOK_SECRET: _secret, ...own } = settings;
    const given: Record<string, string | undefined> = { ...own, MERCHANT_API_KEY: 'a-key-of-the-owner-1234' };
    writeFileSync(
      folder('.env'),
      Object.entries(given)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    mkdirSync(folder('deploy'));
    const lines = commands.replaceAll('/path/to/your/.env', folder('.env')).replace(/^PUBLIC_HOST=.*$/m, '');
    execFileSync('sh', ['-euc', lines], { cwd: folder() });
    const kept = readFileSync(folder('deploy/tsena.env'), 'utf8');
    expect(kept).not.toMatch(/SECRET=|KEY=/);
    expect(kept).toContain('PARTNER_MSISDN=');
    const env = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace('/run/secrets', folder('deploy/secrets')),
    ]);
    const read = readSettings({ ...Object.fromEntries(env), ...parseEnv(kept) });
    expect(read.CONSUMER_SECRET.reveal()).toBe(given.CONSUMER_SECRET);
    expect(read.MERCHANT_API_KEY?.reveal()).toBe('a-key-of-the-owner-1234');
    expect(read.DATABASE_URL).toMatch(/^postgres:\/\/tsena:[0-9a-f]{48}@database\/tsena$/);
  });
});

describe('deploy/pinImages.sh', () => {
  const names = ['Dockerfile', 'compose.yaml', 'pinImages.sh'];
  const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
  const NEWER = `sha256:${'f'.repeat(64)}`;
  function pin(answer: string) {
    for (const name of names.filter((one) => !existsSync(folder(one))))
      copyFileSync(join(root, 'deploy', name), folder(name));
    mkdirSync(folder('bin'), { recursive: true });
    writeFileSync(folder('bin/docker'), `#!/bin/sh\necho "$*" >> "${folder('asked')}"\nprintf '%s\\n' '${answer}'\n`, {
      mode: 0o755,
    });
    return spawnSync('sh', [folder('pinImages.sh')], {
      encoding: 'utf8',
      env: { PATH: `${folder('bin')}:${process.env.PATH}` },
    });
  }
  const images = () =>
    ['Dockerfile', 'compose.yaml'].flatMap((name) =>
      [...readFileSync(folder(name), 'utf8').matchAll(/^(?:FROM| +image:) (\S+)/gm)].map(([, image]) => image),
    );
  const BASES = ['node:22-bookworm', 'node:22-bookworm-slim', 'postgres:18-bookworm', 'caddy:2'];

  it('writes the digest that the registry gives for each image, and a newer one the next time', () => {
    expect(pin(DIGEST).status).toBe(0);
    expect(images()).toEqual(BASES.map((name) => `${name}@${DIGEST}`));
    expect(pin(NEWER).status).toBe(0);
    expect(images()).toEqual(BASES.map((name) => `${name}@${NEWER}`));
    expect(readFileSync(folder('asked'), 'utf8')).toContain('buildx imagetools inspect node:22-bookworm --format');
    expect(validate(readFileSync(folder('Dockerfile'), 'utf8'))).toEqual([]);
  });

  it('changes nothing if the registry gives no digest', () => {
    const { status, stderr } = pin('not found');
    expect([status, stderr]).toEqual([1, expect.stringContaining('No digest of caddy:2')]);
    expect(images()).toEqual(BASES);
  });
});
