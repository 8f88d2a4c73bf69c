import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { packPackages } from './packages.ts';
import { findFreePorts } from './ports.ts';
import { build, type RunOptions, run } from './run.ts';
import { startService } from './service.ts';

/**
 * `pnpm test:packages`: packs each published package, installs the tarballs into empty folders with npm and with pnpm, and uses them as
 * a stranger does. It serves, opens the dashboard, pays once, mounts the companion under a path of an Express app, builds Vite apps with
 * React 18 and 19, and type-checks under NodeNext and bundler resolution. It needs an npm registry.
 */
const root = fileURLToPath(new URL('..', import.meta.url));

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

/** Serves from the installed package, opens the dashboard and pays one order. */
async function payOnce(folder: string): Promise<void> {
  const bin = (name: string) => join(folder, 'node_modules/@tsena', name, 'dist/cli.js');
  const sandbox = await startService({
    name: 'sandbox',
    command: [bin('sandbox'), '--port', '0', '--auto-approve', '1'],
    directory: folder,
  });
  const settings = { ...SETTINGS, OPERATOR_BASE_URL: sandbox.url };
  try {
    const companion = await startService({ name: 'companion', command: [bin('server'), 'serve'], settings, directory: folder });
    try {
      const page = await fetch(`${companion.url}/dashboard/`);
      assert.equal(page.status, 200);
      const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(await page.text())?.[1];
      assert.ok(script, 'the dashboard names its script');
      assert.equal((await fetch(`${companion.url}/dashboard/${script}`)).status, 200);
      assert.equal((await fetch(`${companion.url}/v1/checkout.js`)).status, 200);
      assert.equal((await stat(join(folder, 'data/tsena.db'))).mode & 0o777, 0o600);

      const token = await mustRun(process.execPath, [bin('server'), 'order-token', 'ORDER-1', '25000'], { directory: folder, settings });
      const status = await payFor(companion.url, token.trim());
      assert.equal(status, 'completed');
    } finally {
      assert.equal((await companion.stop()).how, 'exit code 0');
    }
  } finally {
    await sandbox.stop();
  }
}

/** The five commands of docs/getting-started.md, each as its words. */
async function readFiveCommands(): Promise<string[][]> {
  const page = await readFile(join(root, 'docs/getting-started.md'), 'utf8');
  const block = /<!-- five commands -->\n```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const commands = block.trim().split('\n');
  assert.equal(commands.length, 5);
  return commands.map((command) => [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''));
}

/** Walks the five commands from `npm install` to a paid order, on free ports. */
async function walkFiveCommands(installed: string): Promise<void> {
  const [install = [], ...commands] = await readFiveCommands();
  assert.deepEqual(install, ['npm', 'install', '@tsena/server', '@tsena/sandbox']);
  const folder = join(installed, 'five-commands');
  await mkdir(folder);
  const [sandboxPort = 0, companionPort = 0] = await findFreePorts(2);
  const [sandboxCommand = [], init = [], serve = [], create = []] = commands.map((words) => {
    const [npx, name, ...rest] = words.map((word) =>
      word.replace(/^4010$|:4010$/, (port) => port.replace('4010', String(sandboxPort))).replace(/:4000$/, `:${companionPort}`),
    );
    assert.equal(npx, 'npx');
    const bin = join(installed, 'node_modules/@tsena', name === 'tsena-sandbox' ? 'sandbox' : 'server', 'dist/cli.js');
    return [bin, ...rest.filter((word) => word !== '&')];
  });
  const settings = { PORT: String(companionPort) };
  const sandbox = await startService({ name: 'sandbox', command: sandboxCommand, directory: folder });
  try {
    await mustRun(process.execPath, init, { directory: folder });
    const companion = await startService({ name: 'companion', command: serve, settings, directory: folder });
    try {
      const printed = await mustRun(process.execPath, create, { directory: folder, settings });
      const address = /https?:\/\/\S+\/pay\/link_\S+/.exec(printed)?.[0];
      assert.ok(address, printed);
      assert.match(await payOnPage(address), /25.000/);
    } finally {
      assert.equal((await companion.stop()).how, 'exit code 0');
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
  assert.equal(sent.status, 303, await sent.clone().text());
  const page = new URL(sent.headers.get('location') ?? '', address);
  for (const giveUpAt = Date.now() + PAID_WITHIN_MS; ; ) {
    const text = await (await fetch(page)).text();
    // The page of a payment that is not final refreshes itself.
    if (!/http-equiv="refresh"/.test(text)) return text;
    assert.ok(Date.now() < giveUpAt, text);
    await sleep(500);
  }
}

/** Pays an order and returns the final status. */
async function payFor(companionUrl: string, orderToken: string): Promise<string> {
  const opened = await fetch(`${companionUrl}/v1/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ orderToken, msisdn: '0343500003' }),
  });
  assert.equal(opened.status, 201, await opened.clone().text());
  const { id } = JSON.parse(await opened.text());
  // The stream ends after the final state.
  const events = await (await fetch(`${companionUrl}/v1/payments/${id}/events`)).text();
  const last = events
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .at(-1);
  return JSON.parse(last?.slice('data: '.length) ?? '{}').status;
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
    assert.equal(await (await fetch(`${host.url}/`)).text(), 'the shop');
    assert.equal((await fetch(`${host.url}/payments/healthz`)).status, 200);
    assert.equal((await fetch(`${host.url}/payments/dashboard/`)).status, 200);
    const merchant = await fetch(`${host.url}/payments/v1/merchant`, { headers: { Authorization: `Bearer ${MERCHANT_API_KEY}` } });
    assert.equal(merchant.status, 200);
    assert.equal((await fetch(`${host.url}/payments/unknown`)).status, 404);
  } finally {
    assert.equal((await host.stop()).how, 'exit code 0');
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
  assert.match(await readFile(join(app, 'dist/index.html'), 'utf8'), /assets\/index-/);

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
      skipLibCheck: true,
      noEmit: true,
    };
    await writeFile(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.tsx', 'server.ts'] }));
    await mustRun(process.execPath, [join(folder, 'node_modules/typescript/bin/tsc'), '-p', app], { directory: folder });
  }
}

async function step(name: string, work: () => Promise<void>): Promise<void> {
  const started = Date.now();
  await work();
  console.log(`ok     ${name.padEnd(52)} ${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s`);
}

/** Prints each tarball with its size and the number of its files. */
async function listTarballs(tarballs: readonly string[]): Promise<void> {
  for (const tarball of tarballs) {
    const files = (await mustRun('tar', ['-tzf', tarball], {})).split('\n').length;
    console.log(
      `       ${basename(tarball).padEnd(28)} ${((await stat(tarball)).size / 1000).toFixed(0).padStart(6)} kB ${String(files).padStart(5)} files`,
    );
  }
}

/** Checks what the packages contain: the licences of each bundle beside it, and the integrity values of the script-tag files. */
async function checkContents(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules/@tsena');
  const notices = await readFile(join(modules, 'server/dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  assert.match(notices, /^express \d/m);
  for (const bundle of ['widget/dist', 'server/dashboard']) {
    assert.match(await readFile(join(modules, bundle, 'THIRD-PARTY-NOTICES.md'), 'utf8'), /^## preact - \d/m);
  }
  const integrities: Record<string, string> = JSON.parse(await readFile(join(modules, 'widget/dist/integrity.json'), 'utf8'));
  assert.equal(Object.keys(integrities).length, 2);
  for (const [file, integrity] of Object.entries(integrities)) {
    const script = await readFile(join(modules, 'widget/dist', file));
    assert.equal(integrity, `sha384-${createHash('sha384').update(script).digest('base64')}`);
  }
}

async function versionOf(name: string, manifest: string): Promise<string> {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, manifest), 'utf8'));
  return { ...dependencies, ...devDependencies }[name];
}

const folder = await mkdtemp(join(tmpdir(), 'tsena-packages-'));
try {
  if (!(await build())) throw new Error('Build first.');
  let tarballs: string[] = [];
  await step('packages are packed', async () => {
    await mkdir(join(folder, 'tarballs'));
    tarballs = await packPackages(root, join(folder, 'tarballs'));
  });
  await listTarballs(tarballs);
  const tools = {
    express: await versionOf('express', 'packages/server/package.json'),
    vite: await versionOf('vite', 'packages/widget/package.json'),
    typescript: await versionOf('typescript', 'package.json'),
    '@types/node': await versionOf('@types/node', 'package.json'),
    '@types/express': await versionOf('@types/express', 'packages/server/package.json'),
  };
  const reacts = {
    npm: { react: '18.3.1', 'react-dom': '18.3.1', '@types/react': '18.3.31', '@types/react-dom': '18.3.7' },
    pnpm: { react: '19.3.1', 'react-dom': '19.3.1', '@types/react': '19.3.0', '@types/react-dom': '19.3.0' },
  };
  for (const manager of ['npm', 'pnpm'] as const) {
    const place = join(folder, manager);
    const withReact = `with ${manager} and React ${reacts[manager].react.split('.')[0]}`;
    await step(`${withReact}: installs`, () => install(place, manager, tarballs, { ...tools, ...reacts[manager] }));
    await step(`${withReact}: licences and integrity value`, () => checkContents(place));
    await step(`${withReact}: serves, and takes a payment`, () => payOnce(place));
    await step(`${withReact}: five commands to a paid order`, () => walkFiveCommands(place));
    await step(`${withReact}: mounts in an Express app`, () => mountInHost(place));
    await step(`${withReact}: builds and type-checks an app`, () => buildApp(place));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
