import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@tsena/testkit/port';
import { validate } from 'dockerfile-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
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

  it('for several shops is the same, with a folder of its own for each shop', () => {
    const rules = (text: string) => text.slice(text.indexOf('\n[Service]')).replaceAll('/%i', '');
    const template = readFileSync(templatePath, 'utf8');
    expect(rules(template)).toBe(rules(unit));
    expect(['WorkingDirectory', 'StateDirectory', 'Environment'].map((name) => valueIn(template, name))).toEqual([
      '/etc/tsena/%i',
      'tsena/%i',
      'NODE_ENV=production DATABASE_URL=file:/var/lib/tsena/%i/tsena.db',
    ]);
  });

  it('starts the program with a database that only its user can read, and stops it', async () => {
    const [etc, data] = [folder('etc'), folder('data')];
    mkdirSync(etc);
    mkdirSync(data, { mode: 0o700 });
    const { DATABASE_URL: _own, ...settings } = testEnvironment('http://127.0.0.1:9', 'http://127.0.0.1:9/', folder());
    const lines = Object.entries({ ...settings, PORT: String(await freePort()) }).map(([name, value]) => `${name}=${value}\n`);
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
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual(['node:22-bookworm', 'node:22-bookworm-slim']);
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
    expect([...needed].filter((name) => !dockerfile.includes(`COPY packages/${name}/package.json packages/${name}/`))).toEqual([]);
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
