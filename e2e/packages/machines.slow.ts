import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { packPackages } from '../../scripts/packages.ts';
import { findFreePorts } from '../../scripts/ports.ts';
import { makeOfflineTarball, makeSboms } from '../../scripts/release/companion.ts';
import { must } from '../../scripts/release/steps.ts';
import { makeMachine, type Walk, walk, whyNoMachine } from './machine.ts';
import { readCommands, root } from './manual.ts';
import { type Registry, serveRegistry } from './registry.ts';

/**
 * Walks two ways of docs/operations.md to a paid order on a blank Debian with 1 GB of memory, with each line of Node, under systemd. It needs
 * root, debootstrap, systemd-nspawn, and the registries of Debian and npm.
 */
const NODES = [20, 22, 24] as const;
const MOST_COMMANDS = 10;

test.describe.configure({ timeout: 1_800_000 });

let folder = '';
let registry: Registry | undefined;
let offline = '';

test.beforeAll(async () => {
  const why = await whyNoMachine();
  test.skip(why !== undefined, why);
  folder = await mkdtemp(join(tmpdir(), 'tsena-machines-'));
  const [target, work] = [join(folder, 'release'), join(folder, 'work')];
  await mkdir(target);
  await mkdir(work);
  const tarballs = await packPackages(root, target);
  registry = await serveRegistry(tarballs);
  const version = /tsena-server-([^/]+)\.tgz/.exec(tarballs.join(' '))?.[1] ?? '';
  const release = { root, target, work, version, committedAt: 1_767_225_600 };
  await makeSboms(release);
  await makeOfflineTarball(release);
  await must('sh', ['-c', 'sha256sum -- * > SHA256SUMS'], { directory: target });
  offline = join(target, `tsena-${version}-${process.platform}-${process.arch}.tar.gz`);
});

test.afterAll(async () => {
  registry?.close();
  if (folder !== '') await rm(folder, { recursive: true, force: true });
});

/** Puts the native parts of better-sqlite3 in the tarball where a machine takes them from, instead of a download from their project. */
async function layReadyMade(machine: string): Promise<string> {
  const unpacked = join(machine, 'root/unpacked');
  await mkdir(unpacked);
  await must('tar', ['-xzf', offline, '-C', unpacked, '--strip-components=3', '--wildcards', '*/node_modules/better-sqlite3/*']);
  const { version } = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'));
  for (const abi of await readdir(join(unpacked, 'lib/binding'))) {
    const name = `better-sqlite3-v${version}-${abi}.tar.gz`;
    const native = join(unpacked, 'lib/binding', abi);
    await must('tar', ['-czf', join(machine, 'root', name), '--transform=s,^,build/Release/,', '-C', native, 'better_sqlite3.node']);
  }
  await rm(unpacked, { recursive: true });
  return 'export npm_config_better_sqlite3_local_prebuilds=/root';
}

/** From the installed program to a paid order: the sandbox, the settings, the service, a link. The last one is done in a browser. */
async function commandsToPay(sandbox: string): Promise<string[]> {
  const [, start = '', init = '', , create = ''] = await readCommands('getting-started.md', 'npx tsena-sandbox');
  const service = await readCommands('operations.md', 'useradd');
  const data = '/var/lib/tsena/tsena.db';
  return [
    start.replace('npx tsena-sandbox', sandbox),
    `${init.replace('npx ', '')} --database-url file:${data}`,
    ...service,
    `cd /etc/tsena && sudo -u tsena ${create.replace('npx ', '')} | tee /root/link.txt`,
  ];
}

/** Writes the commands with free ports, which a machine on this machine's network needs, and pays at their end. */
async function onFreePorts(commands: readonly string[]): Promise<string[]> {
  const [sandbox = 0, companion = 0] = await findFreePorts(2);
  const pay = `node /root/pay.mjs $(grep -o 'http[^ ]*/pay/link_[^ ]*' /root/link.txt)`;
  // A person reads that a program listens before going on.
  const untilListening = (port: number) => `until (: < /dev/tcp/127.0.0.1/${port}) 2> /dev/null; do sleep 0.2; done`;
  const withWaits = commands.flatMap((line) => {
    if (line.endsWith('&')) return [line, untilListening(sandbox)];
    return line.includes('systemctl enable') ? [line, untilListening(companion)] : [line];
  });
  return [...withWaits, pay].map((line) =>
    line
      .replace(/\b4010\b/g, String(sandbox))
      .replace(/:4000\b/g, `:${companion}`)
      .replace('init --yes', `init --yes --port ${companion}`),
  );
}

function expectPaid({ log, seconds, peakBytes }: Walk, commands: readonly string[]): void {
  // Only a paid order has a receipt number.
  expect(log).toMatch(/\b\d{4}-000001\b/);
  expect(log).toMatch(/^walked$/m);
  expect(commands.length).toBeLessThanOrEqual(MOST_COMMANDS);
  const megabytes = (peakBytes / 1024 ** 2).toFixed(0);
  console.log(`${commands.length} commands, ${seconds.toFixed(0)} s with the boot, at most ${megabytes} MB with the cache of files`);
}

for (const node of NODES) {
  test(`the tarball without a network, on Node ${node}`, async () => {
    const machine = join(folder, `tarball-${node}`);
    await makeMachine(machine, node);
    await cp(offline, join(machine, 'root', basename(offline)));
    await cp(join(offline, '../SHA256SUMS'), join(machine, 'root/SHA256SUMS'));
    await cp(join(root, 'e2e/packages/pay.mjs'), join(machine, 'root/pay.mjs'));
    const unpack = (await readCommands('operations.md', 'tar -xzf tsena-')).map((line) =>
      line.replace(/tsena-\S+\.tar\.gz/, basename(offline)),
    );
    const commands = [...unpack, ...(await commandsToPay('node /opt/tsena/sandbox/dist/cli.js'))];
    expectPaid(await walk(machine, await onFreePorts(commands), false), commands);
    await rm(machine, { recursive: true });
  });

  test(`from npm, on Node ${node}`, async () => {
    const machine = join(folder, `npm-${node}`);
    await makeMachine(machine, node);
    await writeFile(join(machine, 'root/.npmrc'), registry?.npmrc ?? '');
    await cp(join(root, 'e2e/packages/pay.mjs'), join(machine, 'root/pay.mjs'));
    const install = await readCommands('operations.md', 'npm install --global');
    const commands = [
      ...install.map((line) => line.replace(/(install .*)$/, '$1 @tsena/sandbox')),
      ...(await commandsToPay('tsena-sandbox')),
    ];
    const readyMade = await layReadyMade(machine);
    expectPaid(await walk(machine, await onFreePorts([readyMade, ...commands]), true), commands);
    await rm(machine, { recursive: true });
  });
}
