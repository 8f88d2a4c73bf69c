import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** The layers of a package, from the top down: the files of each layer, and the layers that it may import. */
interface Package {
  readonly root: string;
  /** Files, or folders with a trailing slash, by layer. The first match decides. `*` matches the rest. */
  readonly layers: Readonly<Record<string, readonly string[]>>;
  /** The other layers that each layer may import. */
  readonly mayImport: Readonly<Record<string, readonly string[]>>;
  /** npm packages that a layer must not import. */
  readonly without?: Readonly<Record<string, RegExp>>;
  /** The layers that may contain SQL; default: each. */
  readonly sqlIn?: readonly string[];
}

const BROWSER_FRAMEWORK = /^(react|react-dom|preact|@tanstack)(\/|$)/;

/** The folders in a folder of the repository, but for `others`. */
function foldersIn(folder: string, ...others: readonly string[]): string[] {
  const entries = readdirSync(new URL(`../${folder}/`, import.meta.url), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && !others.includes(entry.name)).map(({ name }) => name);
}

const DASHBOARD_FEATURES = foldersIn('packages/dashboard/src', 'app', 'core', 'locales', 'shared', 'testing');

/** What the merchant works with: a folder for each feature. None imports another, but for what is named below. */
const BACKOFFICE = foldersIn('packages/server/src/backoffice').map((name) => `backoffice/${name}`);
/** What serves the endpoints; the rest of http/ is what routes are made of. */
const ROUTERS = [
  ...['assets', 'callbacks', 'companionRouter', 'dashboard', 'health', 'home', 'merchantRouter', 'pages', 'routes'],
  ...[
    'checkout/checkoutRoutes',
    'checkout/paymentStream',
    'checkout/showOrder',
    'metricsRouter',
    'openapi/openapiRoute',
  ],
].map((name) => `http/${name}.ts`);
/** The life of a payment. It knows nothing of the back office. */
const CORE = ['workers', 'payments', 'live', 'storage', 'operator', 'orders', 'views', 'rules', 'database', 'base'];

const PACKAGES: readonly Package[] = [
  {
    root: 'packages/server/src',
    layers: {
      program: ['cli/tsena.ts', 'cli/program.ts'],
      features: ['backoffice/features.ts'],
      commands: ['cli/', 'maintenance/cli/', ...BACKOFFICE.map((name) => `${name}/cli/`)],
      process: ['main.ts'],
      composition: ['companion.ts', 'createCompanion.ts', 'index.ts', 'composition/'],
      routers: [...ROUTERS, 'http/pages/'],
      entries: ['core/createCore.ts', 'backoffice/context.ts', 'backoffice/hooks.ts'],
      ...Object.fromEntries(BACKOFFICE.map((name) => [name, [`${name}/`]])),
      backoffice: ['backoffice/'],
      http: ['http/'],
      maintenance: ['maintenance/'],
      workers: ['core/webhooks/', 'core/workers/'],
      payments: ['core/payments/'],
      live: ['core/live/'],
      storage: ['core/storage/'],
      operator: ['core/operator/'],
      orders: ['core/orders/'],
      views: ['core/views/'],
      rules: ['core/rules/'],
      database: ['database/'],
      base: ['*'],
    },
    mayImport: {
      program: ['features', 'commands', 'backoffice', 'base'],
      // What they load at a request or for a command.
      features: ['commands', ...BACKOFFICE, 'backoffice', 'http'],
      commands: ['process', 'composition', 'entries', ...BACKOFFICE, 'backoffice', 'maintenance', ...CORE],
      process: ['composition', 'routers', 'http', ...CORE],
      // The e-mails have a worker, and the eraser erases the payers of statements. No other feature is known here, but
      // for the settings, which each part asks.
      composition: [
        ...['mail', 'settings', 'statements'].map((name) => `backoffice/${name}`),
        ...['routers', 'http', 'features', 'entries', 'backoffice', 'maintenance', ...CORE],
      ],
      // A payment page belongs to a link and shows refunds, the dashboard begins with the overview, and every merchant
      // has a key.
      routers: [
        ...['keys', 'links', 'overview', 'refunds'].map((name) => `backoffice/${name}`),
        ...['http', 'features', 'entries', 'backoffice', ...CORE],
      ],
      entries: [...['links', 'mail', 'settings'].map((name) => `backoffice/${name}`), 'backoffice', ...CORE],
      ...Object.fromEntries(BACKOFFICE.map((name) => [name, ['backoffice', 'http', ...CORE]])),
      // A payment's page consists of its refunds and its webhooks, too, and the overview shows what failed.
      'backoffice/payments': ['backoffice/refunds', 'backoffice/webhooks', 'backoffice', 'http', ...CORE],
      'backoffice/overview': ['backoffice/webhooks', 'backoffice', 'http', ...CORE],
      'backoffice/mail': ['backoffice', ...CORE],
      // The checklist says when the last backup was made.
      'backoffice/setup': ['maintenance', 'backoffice', 'http', ...CORE],
      // A webhook is tried as the deliveries sign it, an e-mail as the mailer writes it.
      'backoffice/settings': ['backoffice/webhooks', 'backoffice/mail', 'backoffice', 'http', ...CORE],
      // Erasing one number ends as erasing many does.
      'backoffice/payers': ['maintenance', 'backoffice', 'http', ...CORE],
      backoffice: ['http', ...CORE],
      // Of the entries only types: what a handler may call.
      http: ['entries', ...CORE],
      maintenance: ['payments', 'storage', 'rules', 'database', 'base'],
      workers: ['payments', 'live', 'storage', 'operator', 'views', 'rules', 'database', 'base'],
      payments: ['live', 'storage', 'operator', 'orders', 'views', 'rules', 'database', 'base'],
      live: ['storage', 'views', 'rules', 'database', 'base'],
      storage: ['views', 'rules', 'database', 'base'],
      operator: ['rules', 'base'],
      orders: ['rules', 'base'],
      views: ['rules', 'base'],
      rules: ['base'],
      database: ['rules', 'base'],
      base: [],
    },
    without: { rules: /^(node:|kysely|express|axios|pg$)/ },
    sqlIn: ['database', 'storage', 'maintenance', ...BACKOFFICE, 'backoffice'],
  },
  {
    root: 'packages/shared/src',
    layers: {
      checkout: ['checkout/'],
      merchant: ['merchant/'],
      operator: ['operator/'],
      entry: ['index.ts'],
      base: ['*'],
    },
    mayImport: { entry: ['base'], merchant: ['checkout', 'base'], checkout: ['base'], operator: ['base'], base: [] },
  },
  {
    root: 'packages/widget/src',
    layers: {
      entry: [
        'index.ts',
        'app.ts',
        'embed.ts',
        'element.ts',
        'takeOverPage.ts',
        'renderFirstTexts.tsx',
        'server.tsx',
        'jsx.ts',
      ],
      hosted: ['hosted/'],
      firstPaint: ['firstPaint/'],
      react: ['react/'],
      views: ['views/'],
      core: ['core/'],
      locales: ['locales/'],
      fallbacks: ['fallbacks/'],
      base: ['*'],
    },
    mayImport: {
      entry: ['hosted', 'firstPaint', 'react', 'views', 'core', 'locales', 'base'],
      // Of the entries only types: what the application can do.
      firstPaint: ['entry', 'core', 'base'],
      hosted: ['react', 'views', 'core', 'locales', 'base'],
      react: ['views', 'core', 'locales', 'base'],
      views: ['core', 'locales', 'base'],
      base: ['core', 'locales'],
      core: ['locales', 'base'],
      locales: [],
      fallbacks: [],
    },
    without: { core: BROWSER_FRAMEWORK, locales: BROWSER_FRAMEWORK, views: /^@tanstack/ },
  },
  {
    root: 'packages/dashboard/src',
    layers: {
      texts: [...DASHBOARD_FEATURES, 'shared'].map((name) => `${name}/texts.json`),
      locales: ['locales/'],
      core: ['core/'],
      shared: ['shared/'],
      app: ['app/'],
      ...Object.fromEntries(DASHBOARD_FEATURES.map((name) => [name, [`${name}/`]])),
      entry: ['*'],
    },
    mayImport: {
      entry: ['app', 'core', 'locales'],
      app: [...DASHBOARD_FEATURES, 'shared', 'core', 'locales'],
      ...Object.fromEntries(DASHBOARD_FEATURES.map((name) => [name, ['shared', 'core', 'locales']])),
      // The overview shows a part of each of these; a list of payments is the same everywhere.
      overview: ['review', 'payments', 'shared', 'core', 'locales'],
      // A link's page has its payments.
      links: ['payments', 'shared', 'core', 'locales'],
      // A payment that needs review has the actions of its page, and a failed webhook is sent again.
      review: ['payments', 'webhooks', 'reasons', 'shared', 'core', 'locales'],
      // A payment's page consists of its history, its refunds and its webhooks.
      payments: ['history', 'refunds', 'webhooks', 'reasons', 'shared', 'core', 'locales'],
      history: ['reasons', 'shared', 'core', 'locales'],
      webhooks: ['reasons', 'shared', 'core', 'locales'],
      // What is missing, and where to set it, stand on one page.
      setup: ['settings', 'shared', 'core', 'locales'],
      shared: ['core', 'locales'],
      core: ['locales'],
      // The texts of every feature.
      locales: ['texts'],
      texts: [],
    },
    without: { core: BROWSER_FRAMEWORK, locales: BROWSER_FRAMEWORK },
  },
  {
    root: 'packages/sandbox/src',
    layers: {
      cli: ['cli.ts'],
      composition: ['createSandbox.ts', 'index.ts'],
      service: ['service/'],
      portal: ['portal/'],
      views: ['views.ts', 'faultRule.ts'],
      page: ['page/'],
      base: ['*'],
    },
    mayImport: {
      cli: ['composition', 'base', 'views'],
      composition: ['service', 'portal', 'base', 'views'],
      service: ['base', 'views'],
      portal: ['base', 'views'],
      page: ['views'],
      base: ['views'],
      views: [],
    },
  },
];

/** Tests and their support may import what they test. */
const IS_TEST = /\.test\.tsx?$|\/testing\//;
const SQL = /from 'kysely'|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^'\n]+)'/g;

function layerOf({ layers }: Package, file: string): string {
  const found = Object.entries(layers).find(([, places]) =>
    places.some((place) => place === '*' || place === file || (place.endsWith('/') && file.startsWith(place))),
  );
  if (found === undefined) throw new TypeError(`${file} is in no layer. Add it to scripts/layers.ts.`);
  return found[0];
}

/**
 * Checks the imports of one file.
 *
 * @param path from the root of the repository, with slashes
 * @returns a sentence for each import that its layer must not make, or that reaches another package by path
 */
export function importFaults(path: string, text: string): string[] {
  const home = PACKAGES.find(({ root }) => path.startsWith(`${root}/`));
  const isTest = IS_TEST.test(path) || /^packages\/\w+\/test\//.test(path);
  const faults: string[] = [];
  if (home?.sqlIn !== undefined && !isTest && SQL.test(text)) {
    const layer = layerOf(home, path.slice(home.root.length + 1));
    if (!home.sqlIn.includes(layer))
      faults.push(`${path} (${layer}) contains SQL, which belongs to ${home.sqlIn.join(', ')}`);
  }
  for (const [, specifier = ''] of text.matchAll(IMPORT)) {
    const packageOf = (file: string) => /^(packages\/\w+|examples\/\w+|e2e|bench|scripts)\//.exec(file)?.[1];
    if (specifier.startsWith('.')) {
      const target = posix.normalize(posix.join(posix.dirname(path), specifier));
      // scripts are no package: they belong to the workspace.
      if (packageOf(target) !== packageOf(path) && !target.startsWith('scripts/') && !path.startsWith('scripts/'))
        faults.push(`${path} reaches into another package by its path: ${specifier}`);
      else if (home !== undefined && !isTest && target.startsWith(`${home.root}/`)) {
        const [from, to] = [path, target].map((file) => layerOf(home, file.slice(home.root.length + 1)));
        if (from !== undefined && to !== undefined && from !== to && !home.mayImport[from]?.includes(to)) {
          faults.push(`${path} (${from}) must not import ${specifier} (${to})`);
        }
      }
      continue;
    }
    if (home === undefined || isTest) continue;
    const from = layerOf(home, path.slice(home.root.length + 1));
    if (home.without?.[from]?.test(specifier)) faults.push(`${path} (${from}) must not import ${specifier}`);
    if (/^@tsena\/testkit(\/|$)/.test(specifier)) faults.push(`${path} must not import ${specifier}: it is for tests`);
  }
  return faults;
}

const IS_SOURCE = /^(packages|examples|e2e|bench|scripts)\/.*\.tsx?$/;

/** {@link importFaults} of the sources among these files. */
export function checkLayers(root: string, files: readonly string[]): string[] {
  const sources = files.filter((file) => IS_SOURCE.test(file));
  return sources.flatMap((file) => importFaults(file, readFileSync(posix.join(root, file), 'utf8')));
}
