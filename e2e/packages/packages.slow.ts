import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { packPackages } from '../../scripts/packages.ts';
import { findFreePorts } from '../../scripts/ports.ts';
import { makeOfflineTarball, makeSboms } from '../../scripts/release/companion.ts';
import { type RunOptions, run } from '../../scripts/run.ts';
import { startService } from '../../scripts/service.ts';

/**
 * Packs each published package, installs the tarballs into empty folders with npm and with pnpm, and uses them as a stranger does. It needs
 * an npm registry.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));

const ORDER_TOKEN_SECRET = 'an order token secret of the packages test';
const MERCHANT_API_KEY = 'the-merchant-api-key-of-the-test';
const SETTINGS = {
  OPERATOR_BASE_URL: '',
  CONSUMER_KEY: 'sandbox-key',
  CONSUMER_SECRET: 'sandbox-secret',
  PARTNER_NAME: 'Tsena Boutique',
  PARTNER_MSISDN: '0343500004',
  ORDER_TOKEN_SECRET,
  MERCHANT_API_KEY,
  PORT: '0',
  LOG_LEVEL: 'warn',
};

const PAID_WITHIN_MS = 60_000;

async function mustRun(command: string, flags: readonly string[], options: RunOptions): Promise<string> {
  const { ok, output } = await run(command, flags, { quiet: true, ...options });
  if (!ok) throw new Error(`${command} ${flags.join(' ')} failed:\n${output}`);
  return output;
}

/** Installs the tarballs and some packages of the registry into an empty folder. */
async function install(
  folder: string,
  manager: 'npm' | 'pnpm',
  tarballs: readonly string[],
  others: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(folder);
  const ours = Object.fromEntries(tarballs.map((path) => [`@tsena/${/^tsena-([a-z]+)-/.exec(basename(path))?.[1]}`, `file:${path}`]));
  const dependencies = { ...ours, ...others };
  // The packages are in no registry yet: where one depends on another, its tarball serves.
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies, overrides: ours }));
  if (manager === 'npm') return void (await mustRun('npm', ['install', '--no-audit', '--no-fund'], { directory: folder }));
  const lines = Object.entries(ours).map(([name, path]) => `  "${name}": "${path}"`);
  await writeFile(
    join(folder, 'pnpm-workspace.yaml'),
    ['overrides:', ...lines, 'allowBuilds:', '  better-sqlite3: true', '  esbuild: false', ''].join('\n'),
  );
  await mustRun('npx', ['-y', 'pnpm@12', 'install', '--no-frozen-lockfile'], { directory: folder });
}

/** The five commands of docs/getting-started.md, each as its words. */
async function readFiveCommands(): Promise<string[][]> {
  const page = await readFile(join(root, 'docs/getting-started.md'), 'utf8');
  const block = /<!-- five commands -->\n```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const commands = block.trim().split('\n');
  expect(commands.length).toBe(5);
  return commands.map((command) => [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''));
}

/** The files of the two commands in an installation. */
interface Bins {
  readonly tsena: string;
  readonly sandbox: string;
}

const binsOf = (installed: string): Bins => ({
  tsena: join(installed, 'node_modules/@tsena/server/dist/cli.js'),
  sandbox: join(installed, 'node_modules/@tsena/sandbox/dist/cli.js'),
});

/** Walks the five commands, of which the first installs, to a paid order, on free ports. */
async function walkFiveCommands(installed: string, bins: Bins): Promise<void> {
  const [install = [], ...commands] = await readFiveCommands();
  expect(install).toEqual(['npm', 'install', '@tsena/server', '@tsena/sandbox']);
  const folder = join(installed, 'five-commands');
  await mkdir(folder);
  const [sandboxPort = 0, companionPort = 0] = await findFreePorts(2);
  const [sandboxCommand = [], init = [], serve = [], create = []] = commands.map((words) => {
    const [npx, name, ...rest] = words.map((word) =>
      word.replace(/^4010$|:4010$/, (port) => port.replace('4010', String(sandboxPort))).replace(/:4000$/, `:${companionPort}`),
    );
    expect(npx).toBe('npx');
    return [name === 'tsena-sandbox' ? bins.sandbox : bins.tsena, ...rest.filter((word) => word !== '&')];
  });
  const settings = { PORT: String(companionPort) };
  const sandbox = await startService({ name: 'sandbox', command: sandboxCommand, directory: folder });
  try {
    await mustRun(process.execPath, init, { directory: folder });
    const companion = await startService({ name: 'companion', command: serve, settings, directory: folder });
    try {
      const printed = await mustRun(process.execPath, create, { directory: folder, settings });
      const address = /https?:\/\/\S+\/pay\/link_\S+/.exec(printed)?.[0];
      if (address === undefined) throw new Error(printed);
      expect(await payOnPage(address)).toMatch(/25.000/);
      const page = await (await fetch(`${companion.url}/dashboard/`)).text();
      const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(page)?.[1];
      expect((await fetch(`${companion.url}/dashboard/${script}`)).status).toBe(200);
      expect((await stat(join(folder, 'data/tsena.db'))).mode & 0o777).toBe(0o600);
    } finally {
      expect((await companion.stop()).how).toBe('exit code 0');
    }
  } finally {
    await sandbox.stop();
  }
}

/** Pays on the hosted page as a browser without JavaScript does, and returns the page of the paid order. */
async function payOnPage(address: string): Promise<string> {
  const form = await (await fetch(address)).text();
  const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]): [string, string] => [
    /name="([^"]*)"/.exec(input)?.[1] ?? '',
    /value="([^"]*)"/.exec(input)?.[1] ?? '',
  ]);
  const sent = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams([...hidden, ['msisdn', '034 35 000 03']]),
    headers: { Origin: new URL(address).origin },
    redirect: 'manual',
  });
  expect(sent.status).toBe(303);
  const page = new URL(sent.headers.get('location') ?? '', address);
  let text = '';
  const read = async () => {
    text = await (await fetch(page)).text();
    return text;
  };
  // The page of a payment that is not final refreshes itself.
  await expect.poll(read, { timeout: PAID_WITHIN_MS }).not.toContain('http-equiv="refresh"');
  return text;
}

const HOST_APP = `
import { createServer } from 'node:http';
import express from 'express';
import { createCompanion, readSettings } from '@tsena/server';

const companion = await createCompanion({ settings: readSettings(process.env) });
const app = express();
app.use('/payments', companion.router);
app.get('/', (_request, response) => response.send('the shop'));
await companion.start();
const server = createServer(app).listen(0, '127.0.0.1', () => console.log('listening on http://127.0.0.1:' + server.address().port));
process.once('SIGTERM', async () => {
  const ended = new Promise((resolve) => server.close(resolve));
  await companion.stop(ended);
});
`;

/** Mounts the companion under a path of an Express app. */
async function mountInHost(folder: string): Promise<void> {
  await writeFile(join(folder, 'host.js'), HOST_APP);
  const settings = { ...SETTINGS, OPERATOR_BASE_URL: 'http://127.0.0.1:9', DATABASE_URL: 'file:./host.db' };
  const host = await startService({ name: 'host app', command: [join(folder, 'host.js')], settings, directory: folder });
  try {
    expect(await (await fetch(`${host.url}/`)).text()).toBe('the shop');
    expect((await fetch(`${host.url}/payments/healthz`)).status).toBe(200);
    expect((await fetch(`${host.url}/payments/dashboard/`)).status).toBe(200);
    const merchant = await fetch(`${host.url}/payments/v1/merchant`, { headers: { Authorization: `Bearer ${MERCHANT_API_KEY}` } });
    expect(merchant.status).toBe(200);
    expect((await fetch(`${host.url}/payments/unknown`)).status).toBe(404);
  } finally {
    expect((await host.stop()).how).toBe('exit code 0');
  }
}

const REACT_APP = `
import { Checkout } from '@tsena/widget';
import { createRoot } from 'react-dom/client';

const place = document.getElementById('pay');
if (place) createRoot(place).render(<Checkout orderToken="token" companionUrl="https://pay.example" onCompleted={({ payment }) => console.log(payment.order)} />);
`;

const SERVER_APP = `
import { createCompanion, readSettings } from '@tsena/server';

export const companion = await createCompanion({
  settings: readSettings(process.env),
  onEvent: async (event) => console.log(event.type, event.data.order),
});
`;

/** Builds a Vite app with the React component, and type-checks it and a host app under both ways of resolution. */
async function buildApp(folder: string): Promise<void> {
  const app = join(folder, 'app');
  await mkdir(app);
  await writeFile(join(app, 'index.html'), '<!doctype html><div id="pay"></div><script type="module" src="./main.tsx"></script>');
  await writeFile(join(app, 'main.tsx'), REACT_APP);
  await writeFile(join(app, 'server.ts'), SERVER_APP);
  await mustRun(process.execPath, [join(folder, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], { directory: app });
  expect(await readFile(join(app, 'dist/index.html'), 'utf8')).toMatch(/assets\/index-/);

  for (const [module, moduleResolution] of [
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ] as const) {
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      jsx: 'react-jsx',
      types: ['node'],
      strict: true,
      skipLibCheck: false,
      noEmit: true,
    };
    await writeFile(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.tsx', 'server.ts'] }));
    await mustRun(process.execPath, [join(folder, 'node_modules/typescript/bin/tsc'), '-p', app], { directory: folder });
  }
}

/** Checks what the packages contain: the licences of each bundle beside it, and the integrity value of the script-tag file. */
async function checkContents(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules/@tsena');
  const notices = await readFile(join(modules, 'server/dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  expect(notices).toMatch(/^express \d/m);
  for (const bundle of ['widget/dist', 'server/dashboard']) {
    expect(await readFile(join(modules, bundle, 'THIRD-PARTY-NOTICES.md'), 'utf8')).toMatch(/^## preact - \d/m);
  }
  const integrities: Record<string, string> = JSON.parse(await readFile(join(modules, 'widget/dist/integrity.json'), 'utf8'));
  expect(Object.keys(integrities)).toEqual(['checkout.js']);
  for (const [file, integrity] of Object.entries(integrities)) {
    const script = await readFile(join(modules, 'widget/dist', file));
    expect(integrity).toBe(`sha384-${createHash('sha384').update(script).digest('base64')}`);
  }
}

async function versionOfServer(): Promise<string> {
  return JSON.parse(await readFile(join(root, 'packages/server/package.json'), 'utf8')).version;
}

async function versionOf(name: string, manifest: string): Promise<string> {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, manifest), 'utf8'));
  return { ...dependencies, ...devDependencies }[name];
}

let folder = '';
let tarballs: string[] = [];
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tsena-packages-'));
  await mkdir(join(folder, 'tarballs'));
  tarballs = await packPackages(root, join(folder, 'tarballs'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

for (const [manager, react, types] of [
  ['npm', '18.3.1', ['18.3.31', '18.3.7']],
  ['pnpm', '19.3.1', ['19.3.0', '19.3.0']],
] as const) {
  test(`the packed packages work when installed with ${manager}, with React ${react}`, async () => {
    const place = join(folder, manager);
    const [typesOfReact, typesOfDom] = types;
    await test.step('install', async () =>
      install(place, manager, tarballs, {
        express: await versionOf('express', 'packages/server/package.json'),
        vite: await versionOf('vite', 'packages/widget/package.json'),
        typescript: await versionOf('typescript', 'package.json'),
        '@types/node': await versionOf('@types/node', 'package.json'),
        react,
        'react-dom': react,
        '@types/react': typesOfReact,
        '@types/react-dom': typesOfDom,
      }));
    await test.step('licences and integrity values', () => checkContents(place));
    await test.step('five commands to a paid order', () => walkFiveCommands(place, binsOf(place)));
    await test.step('a mount in an Express app', () => mountInHost(place));
    await test.step('build and types of an app', () => buildApp(place));
  });
}

test('the tarball for servers without a network leads to a paid order', async () => {
  const version = await versionOfServer();
  const release = { root, target: join(folder, 'tarballs'), work: join(folder, 'work'), version, committedAt: 1_767_225_600 };
  await mkdir(release.work);
  await test.step('make it', async () => {
    await makeSboms(release);
    await makeOfflineTarball(release);
  });
  const place = join(folder, 'opt');
  await mkdir(place);
  const name = `tsena-${version}-${process.platform}-${process.arch}-node${process.versions.node.split('.')[0]}.tar.gz`;
  await mustRun('tar', ['-xzf', join(release.target, name), '--strip-components=1', '-C', place], {});
  await walkFiveCommands(place, { tsena: join(place, 'dist/cli.js'), sandbox: join(place, 'sandbox/dist/cli.js') });
});
