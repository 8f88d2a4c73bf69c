import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { companionEnvironment, MERCHANT_API_KEY } from '@tsena/testkit/environment';
import { packPackages } from '../../scripts/packages.ts';
import { findFreePorts } from '../../scripts/ports.ts';
import { must } from '../../scripts/release/steps.ts';
import { startService } from '../../scripts/service.ts';
import { readCommands, root } from './manual.ts';
import { type Registry, serveRegistry } from './registry.ts';

/**
 * Packs each published package, installs them into empty folders with npm and with pnpm from a registry of their own,
 * and uses them as a stranger does. Others come from the npm registry.
 */
const PACKAGES = ['server', 'sandbox', 'widget', 'node', 'shared'];
/** Installs our packages and some of the registry into an empty folder. */
async function install(
  folder: string,
  manager: 'npm' | 'pnpm',
  npmrc: string,
  others: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(folder);
  const ours = Object.fromEntries(PACKAGES.map((name) => [`@tsena/${name}`, 'latest']));
  await writeFile(join(folder, '.npmrc'), npmrc);
  // Their script policies need a word for the package with a native part.
  const allowed = { allowScripts: { 'better-sqlite3': true } };
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: { ...ours, ...others }, ...allowed }),
  );
  if (manager === 'npm') return void (await must('npm', ['install', '--no-audit', '--no-fund'], { directory: folder }));
  await writeFile(join(folder, 'pnpm-workspace.yaml'), 'allowBuilds:\n  better-sqlite3: true\n  esbuild: false\n');
  await must('npx', ['-y', 'pnpm@12', 'install', '--no-frozen-lockfile'], { directory: folder });
}

/** The five commands of docs/getting-started.md, each as its words. */
async function readFiveCommands(): Promise<string[][]> {
  const lines = await readCommands('getting-started.md', 'npx tsena-sandbox');
  // The others wait for what was started.
  const commands = lines.filter((line) => !line.startsWith('curl '));
  expect(commands.length).toBe(5);
  return commands.map((command) =>
    [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
  );
}

/** The files of the two commands in an installation. */
const binsOf = (installed: string) => ({
  tsena: join(installed, 'node_modules/@tsena/server/dist/cli.js'),
  sandbox: join(installed, 'node_modules/@tsena/sandbox/dist/cli.js'),
});

/** Walks the five commands, of which the first installs, to a paid order, on free ports. */
async function walkFiveCommands(installed: string, bins: ReturnType<typeof binsOf>): Promise<void> {
  const [install = [], ...commands] = await readFiveCommands();
  expect(install).toEqual(['npm', 'install', '@tsena/server', '@tsena/sandbox']);
  const folder = join(installed, 'five-commands');
  await mkdir(folder);
  const [sandboxPort = 0, companionPort = 0] = await findFreePorts(2);
  const [sandboxCommand = [], init = [], serve = [], create = []] = commands.map((words) => {
    const [npx, name, ...rest] = words.map((word) =>
      word
        .replace(/^4010$|:4010$/, (port) => port.replace('4010', String(sandboxPort)))
        .replace(/:4000$/, `:${companionPort}`),
    );
    expect(npx).toBe('npx');
    return [name === 'tsena-sandbox' ? bins.sandbox : bins.tsena, ...rest.filter((word) => word !== '&')];
  });
  const settings = { PORT: String(companionPort) };
  const sandbox = await startService({ name: 'sandbox', command: sandboxCommand, directory: folder });
  try {
    await must(process.execPath, init, { directory: folder });
    const companion = await startService({ name: 'companion', command: serve, settings, directory: folder });
    try {
      const printed = await must(process.execPath, create, { directory: folder, settings });
      const address = /https?:\/\/\S+\/pay\/link_\S+/.exec(printed)?.[0];
      if (address === undefined) throw new Error(printed);
      await must(process.execPath, [join(root, 'e2e/packages/pay.mjs'), address]);
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
  const settings = {
    ...companionEnvironment('http://127.0.0.1:9'),
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATABASE_URL: 'file:./host.db',
  };
  const host = await startService({
    name: 'host app',
    command: [join(folder, 'host.js')],
    settings,
    directory: folder,
  });
  try {
    expect(await (await fetch(`${host.url}/`)).text()).toBe('the shop');
    expect((await fetch(`${host.url}/payments/healthz`)).status).toBe(200);
    expect((await fetch(`${host.url}/payments/dashboard/`)).status).toBe(200);
    const merchant = await fetch(`${host.url}/payments/v1/merchant`, {
      headers: { Authorization: `Bearer ${MERCHANT_API_KEY}` },
    });
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
import express from 'express';

export const companion = await createCompanion({
  settings: readSettings(process.env),
  onEvent: async (event) => console.log(event.type, event.data.order),
});
express().use(companion.router);
`;

/** Builds a Vite app with the React component, and type-checks it and a host app under both ways of resolution. */
async function buildApp(folder: string): Promise<void> {
  const app = join(folder, 'app');
  await mkdir(app);
  await writeFile(
    join(app, 'index.html'),
    '<!doctype html><div id="pay"></div><script type="module" src="./main.tsx"></script>',
  );
  await writeFile(join(app, 'main.tsx'), REACT_APP);
  await writeFile(join(app, 'server.ts'), SERVER_APP);
  await must(process.execPath, [join(folder, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    directory: app,
  });
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
    await must(process.execPath, [join(folder, 'node_modules/typescript/bin/tsc'), '-p', app], { directory: folder });
  }
}

/**
 * Checks what the packages contain: the licences of each bundle beside it, and the integrity value of the script-tag
 * file.
 */
async function checkContents(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules/@tsena');
  const notices = await readFile(join(modules, 'server/dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  expect(notices).toMatch(/^express \d/m);
  for (const bundle of ['widget/dist', 'server/dashboard']) {
    expect(await readFile(join(modules, bundle, 'THIRD-PARTY-NOTICES.md'), 'utf8')).toMatch(/^## preact - \d/m);
  }
  const integrities: Record<string, string> = JSON.parse(
    await readFile(join(modules, 'widget/dist/integrity.json'), 'utf8'),
  );
  expect(Object.keys(integrities)).toEqual(['checkout.js', 'checkout-app.js']);
  for (const [file, integrity] of Object.entries(integrities)) {
    const script = await readFile(join(modules, 'widget/dist', file));
    expect(integrity).toBe(`sha384-${createHash('sha384').update(script).digest('base64')}`);
  }
}

async function versionOf(name: string, manifest: string): Promise<string> {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, manifest), 'utf8'));
  return { ...dependencies, ...devDependencies }[name];
}

let folder = '';
let registry: Registry | undefined;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tsena-packages-'));
  await mkdir(join(folder, 'tarballs'));
  registry = await serveRegistry(await packPackages(root, join(folder, 'tarballs')));
});
test.afterAll(async () => {
  await registry?.close();
  await rm(folder, { recursive: true, force: true });
});

for (const [manager, react, types] of [
  ['npm', '18.3.1', ['18.3.31', '18.3.7']],
  ['pnpm', '19.3.1', ['19.3.0', '19.3.0']],
] as const) {
  test(`the packed packages work when installed with ${manager}, with React ${react}`, async () => {
    const place = join(folder, manager);
    const [typesOfReact, typesOfDom] = types;
    await test.step('install', async () =>
      install(place, manager, registry?.npmrc ?? '', {
        express: await versionOf('express', 'packages/server/package.json'),
        vite: await versionOf('vite', 'packages/widget/package.json'),
        typescript: await versionOf('typescript', 'package.json'),
        '@types/express': await versionOf('@types/express', 'packages/server/package.json'),
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
