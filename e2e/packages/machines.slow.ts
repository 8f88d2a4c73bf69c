import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { packPackages } from '../../scripts/packages.ts';
import { findFreePorts } from '../../scripts/ports.ts';
import { makeOfflineTarball, makeSboms } from '../../scripts/release/companion.ts';
import { must } from '../../scripts/release/steps.ts';
import { run } from '../../scripts/run.ts';
import { inOneGigabyte, makeMachine, type Walk, walk, whyNoMachine, writeScript } from './machine.ts';
import { readCommands, root } from './manual.ts';
import { type Registry, serveRegistry } from './registry.ts';

/**
 * Walks the ways of docs/operations.md to a paid order on a blank Debian with 1 GB of memory: from npm and from the
 * tarball under systemd, with each line of Node, and the image. It needs root, debootstrap, systemd-nspawn, the
 * registries of Debian and npm, and for the image buildah.
 */
const NODES = [20, 22, 24] as const;
const MOST_COMMANDS = 10;

const WITHIN_MS = 1_800_000;
test.describe.configure({ timeout: WITHIN_MS });

let folder = '';
let registry: Registry | undefined;
let offline = '';

test.beforeAll(async () => {
  // The limit above is that of the tests.
  test.setTimeout(WITHIN_MS);
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
  await registry?.close();
  if (folder !== '') await rm(folder, { recursive: true, force: true });
});

/**
 * Puts the native parts of better-sqlite3 in the tarball where a machine takes them from, instead of a download from
 * their project.
 */
async function layReadyMade(machine: string): Promise<string> {
  const unpacked = join(machine, 'root/unpacked');
  await mkdir(unpacked);
  await must('tar', [
    '-xzf',
    offline,
    '-C',
    unpacked,
    '--strip-components=3',
    '--wildcards',
    '*/node_modules/better-sqlite3/*',
  ]);
  const { version } = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'));
  for (const abi of await readdir(join(unpacked, 'lib/binding'))) {
    const name = `better-sqlite3-v${version}-${abi}.tar.gz`;
    const native = join(unpacked, 'lib/binding', abi);
    await must('tar', [
      '-czf',
      join(machine, 'root', name),
      '--transform=s,^,build/Release/,',
      '-C',
      native,
      'better_sqlite3.node',
    ]);
  }
  await rm(unpacked, { recursive: true });
  return 'npm_config_better_sqlite3_local_prebuilds=/root';
}

/** The commands of the first payment in docs/getting-started.md, which are installed here and not in a folder. */
async function fiveCommands(): Promise<Readonly<Record<'start' | 'init' | 'create', string>>> {
  const lines = await readCommands('getting-started.md', 'npx tsena-sandbox');
  const commands = lines.filter((line) => !line.startsWith('curl ')).map((line) => line.replace('npx ', ''));
  const [, start = '', init = '', , create = ''] = commands;
  return { start, init, create };
}

/**
 * From the installed program to a paid order: the sandbox, the settings, the service, a link. The last one is done in a
 * browser.
 */
async function commandsToPay(sandbox: string): Promise<string[]> {
  const { start, init, create } = await fiveCommands();
  const service = await readCommands('operations.md', 'useradd');
  const data = '/var/lib/tsena/tsena.db';
  return [
    start.replace('tsena-sandbox', sandbox),
    `${init} --database-url file:${data}`,
    ...service,
    `cd /etc/tsena && sudo -u tsena ${create} | tee /root/link.txt`,
  ];
}

/** Pays the link that a command wrote beside the program that pays. */
function pay(place: string, link = 'link.txt'): string {
  return `node ${place}/pay.mjs $(grep -o 'http[^ ]*/pay/link_[^ ]*' ${place}/${link})`;
}

/** Writes the commands with free ports, which a machine on this machine's network needs, and pays at their end. */
async function onFreePorts(commands: readonly string[], place = '/root'): Promise<string[]> {
  const [sandbox = 0, companion = 0] = await findFreePorts(2);
  // A person reads that a program listens before going on.
  const untilListening = (port: number) => `until (: < /dev/tcp/127.0.0.1/${port}) 2> /dev/null; do sleep 0.2; done`;
  const withWaits = commands.flatMap((line) => {
    if (line.endsWith('&')) return [line, untilListening(sandbox)];
    return /systemctl enable|docker run -d/.test(line) ? [line, untilListening(companion)] : [line];
  });
  return [...withWaits, pay(place)].map((line) =>
    line
      .replace(/\b4010\b/g, String(sandbox))
      .replace(/\b4000\b/g, String(companion))
      .replace('init --yes', `init --yes --port ${companion}`),
  );
}

/** Makes a machine with the tarball, and returns the commands that unpack it. */
async function carryTarball(machine: string, node: number): Promise<string[]> {
  await makeMachine(machine, node);
  await cp(offline, join(machine, 'root', basename(offline)));
  await cp(join(offline, '../SHA256SUMS'), join(machine, 'root/SHA256SUMS'));
  await cp(join(root, 'e2e/packages/pay.mjs'), join(machine, 'root/pay.mjs'));
  const lines = await readCommands('operations.md', 'tar -xzf tsena-');
  return lines.map((line) => line.replace(/tsena-\S+\.tar\.gz/, basename(offline)));
}

function expectPaid({ log, seconds, peakBytes }: Walk, commands: readonly string[]): void {
  // Only a paid order has a receipt number.
  expect(log).toMatch(/\b\d{4}-000001\b/);
  expect(log).toMatch(/^walked$/m);
  expect(commands.length).toBeLessThanOrEqual(MOST_COMMANDS);
  const megabytes = (peakBytes / 1024 ** 2).toFixed(0);
  console.log(
    `${commands.length} commands, ${seconds.toFixed(0)} s with the boot, at most ${megabytes} MB with the cache of files`,
  );
}

for (const node of NODES) {
  test(`the tarball without a network, on Node ${node}`, async () => {
    const machine = join(folder, `tarball-${node}`);
    const unpack = await carryTarball(machine, node);
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
    const readyMade = `export ${await layReadyMade(machine)}`;
    expectPaid(await walk(machine, await onFreePorts([readyMade, ...commands]), true), commands);
    await rm(machine, { recursive: true });
  });
}

test('two shops side by side, each from tsena@.service', async () => {
  const machine = join(folder, 'shops');
  const unpack = await carryTarball(machine, 22);
  const { start, init, create } = await fiveCommands();
  const shops = [
    { shop: 'lamba', port: 4001 },
    { shop: 'vanilla', port: 4002 },
  ];
  const service = await readCommands('operations.md', 'tsena-SHOP');
  const install = shops.flatMap(({ shop, port }) => [
    `mkdir /root/${shop} && cd /root/${shop}`,
    `${init.replace(':4000', `:${port}`)} --port ${port} --partner-name ${shop} --database-url file:/var/lib/tsena-${shop}/tsena.db`,
    ...service.map((command) => command.replaceAll('SHOP', shop)),
  ]);
  const sell = shops.flatMap(({ shop, port }) => [
    `until (: < /dev/tcp/127.0.0.1/${port}) 2> /dev/null; do sleep 0.2; done`,
    `cd /etc/tsena/${shop} && sudo -u tsena-${shop} ${create} | tee /root/${shop}.txt`,
    pay('/root', `${shop}.txt`),
  ]);
  const sandbox = start.replace('tsena-sandbox', 'node /opt/tsena/sandbox/dist/cli.js');
  const listens = 'until (: < /dev/tcp/127.0.0.1/4010) 2> /dev/null; do sleep 0.2; done';
  const alone = 'systemctl stop tsena@lamba && systemctl is-active tsena@vanilla';
  const { log } = await walk(machine, [...unpack, sandbox, listens, ...install, ...sell, alone], false);
  // Each has a database of its own, and so a first receipt.
  for (const { shop } of shops) expect(log).toMatch(new RegExp(`${shop}[\\s\\S]*?\\b\\d{4}-000001\\b`));
  expect(log.match(/\b\d{4}-000001\b/g)).toHaveLength(2);
  expect(log).toMatch(/^active\n(?:.*\n)*walked$/m);
  await rm(machine, { recursive: true });
});

test('the image, built and run in root folders made by debootstrap', async () => {
  const why = (await run('buildah', ['--version'], { quiet: true })).ok ? undefined : 'The image needs buildah.';
  test.skip(why !== undefined, why);
  const [base, images] = [join(folder, 'base'), join(folder, 'images')];
  await makeMachine(base, 22);
  const readyMade = await layReadyMade(base);
  await must('chroot', [base, 'useradd', '--uid', '1000', '--create-home', 'node']);
  const settings = { STORAGE_DRIVER: 'overlay' };
  const buildah = (...flags: readonly string[]) =>
    must('buildah', ['--root', join(images, 'root'), '--runroot', join(images, 'run'), ...flags], { settings });
  // What the official images of Node are to the Dockerfile.
  const container = await buildah('from', 'scratch');
  await must('cp', ['--archive', `${base}/.`, await buildah('mount', container)]);
  const trust = 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt';
  await buildah('config', '--env', readyMade, '--env', trust, container);
  const [full = '', slim = ''] = ['node:22-bookworm', 'node:22-bookworm-slim'].map(
    (name) => `docker.io/library/${name}`,
  );
  await buildah('commit', container, full);
  await buildah('tag', full, slim);

  const { start, init, create } = await fiveCommands();
  const [build = '', ask = '', serve = '', doctor = ''] = await readCommands('operations.md', 'docker build');
  await cp(join(root, 'e2e/packages/pay.mjs'), join(images, 'pay.mjs'));
  const commands = [
    build,
    start.replace('tsena-sandbox', `node ${join(root, 'packages/sandbox/dist/cli.js')}`),
    `${ask.replace('tsena init', '')}${init}`,
    serve,
    doctor,
    `docker exec tsena ${create} | tee ${images}/link.txt`,
  ];
  const typed = [
    `cd ${root}`,
    `export IMAGES=${images} PATH=${join(root, 'e2e/packages')}:$PATH`,
    ...(await onFreePorts(commands, images)),
  ];
  await writeFile(join(images, 'walk.sh'), writeScript(typed));
  try {
    expectPaid(await inOneGigabyte(`bash ${images}/walk.sh < /dev/null`), commands);
  } finally {
    await buildah('rm', '--all');
    await buildah('rmi', '--all', '--force');
  }
});
