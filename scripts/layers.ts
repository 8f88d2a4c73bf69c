const BROWSER_FRAMEWORK = /^(react|react-dom|preact|@tanstack)(\/|$)/;

/** Settings, clocks, the log, kinds of columns, and the reading of what others send. */
const BASE = ['columns', 'config', 'input', 'log', 'package', 'time'];
const RULES = ['core/rules', ...BASE];
/** The life of a payment, from the top down. It knows nothing of the back office. */
const CORE = [
  ...['core/webhooks', 'core/workers', 'core/payments', 'core/live', 'core/storage', 'core/operator'],
  ...['core/orders', 'core/views', 'database', ...RULES],
];
/** What each feature of the back office may import. */
const FEATURE = ['backoffice/shared', 'http/kit', ...CORE];
const features = (...names: readonly string[]) => names.map((name) => `backoffice/${name}`);
/** What a page of the dashboard may import. */
const PAGE = ['shared', 'core', 'locales'];

/** By package: the folders that the files of a folder may import, from the top down. `.`: its root; `*`: any folder. */
export const LAYERS = [
  {
    root: 'packages/server/src',
    mayImport: {
      cli: ['backoffice/*/cli', 'maintenance/cli', 'cli/kit', '.', 'composition', ...features('setup'), ...CORE],
      'backoffice/*/cli': ['backoffice/*', 'cli/kit', 'composition', 'maintenance', ...FEATURE],
      'maintenance/cli': ['cli/kit', 'composition', 'maintenance', ...CORE],
      // Commands run on the parts of a companion.
      'cli/kit': ['composition', ...features('settings'), ...FEATURE],
      '.': ['composition', 'http', ...FEATURE],
      // The e-mails have a worker.
      composition: ['http', 'backoffice', 'maintenance', 'metrics', ...features('mail', 'settings'), ...FEATURE],
      // A payment page belongs to a link and shows refunds; the dashboard begins with the overview, behind a key.
      http: ['backoffice', 'metrics', ...features('keys', 'links', 'overview', 'refunds', 'settings'), ...FEATURE],
      backoffice: ['backoffice/*', 'http/kit'],
      'backoffice/*': FEATURE,
      // A payment's page consists of its refunds and its webhooks, too, and the overview shows what failed.
      'backoffice/payments': [...features('refunds', 'webhooks'), ...FEATURE],
      'backoffice/overview': [...features('webhooks'), ...FEATURE],
      // A webhook is tried as the deliveries sign it, an e-mail as the mailer writes it.
      'backoffice/settings': [...features('webhooks', 'mail'), ...FEATURE],
      // The checklist says when the last backup was made; erasing one number ends as erasing many does.
      'backoffice/setup': ['maintenance', ...FEATURE],
      'backoffice/payers': ['maintenance', ...FEATURE],
      'backoffice/shared': ['http/kit', ...CORE],
      'http/kit': ['metrics', ...CORE],
      maintenance: ['core/payments', 'core/storage', 'database', ...RULES],
      metrics: CORE,
      'core/webhooks': ['core/workers', 'core/storage', 'database', ...RULES],
      'core/workers': ['core/payments', 'core/live', 'core/storage', 'database', ...RULES],
      'core/payments': ['core/live', 'core/storage', 'core/operator', 'core/views', 'database', ...RULES],
      'core/live': ['core/storage', 'core/views', 'database', ...RULES],
      'core/storage': ['core/views', 'database', ...RULES],
      'core/operator': RULES,
      'core/orders': RULES,
      'core/views': RULES,
      database: RULES,
      'core/rules': BASE,
      log: ['config'],
      '*': [],
    },
    without: { 'core/rules': /^(node:|kysely|express|axios|pg$)/ },
    sqlIn: ['database', 'core/storage', 'maintenance', 'backoffice/*'],
  },
  {
    root: 'packages/shared/src',
    mayImport: { merchant: ['checkout', '.'], checkout: ['.'], operator: ['.'], '.': [] },
  },
  {
    root: 'packages/widget/src',
    mayImport: {
      '.': ['hosted', 'firstPaint', 'react', 'views', 'core', 'locales', 'styles'],
      // Of the entries only types: what the application can do.
      firstPaint: ['.', 'core'],
      hosted: ['react', 'views', 'core', 'locales'],
      react: ['views', 'core', 'locales', 'styles'],
      views: ['core', 'locales'],
      core: ['locales'],
      '*': [],
    },
    without: { core: BROWSER_FRAMEWORK, locales: BROWSER_FRAMEWORK, views: /^@tanstack/ },
  },
  {
    root: 'packages/dashboard/src',
    mayImport: {
      '.': ['app', 'core', 'locales'],
      app: ['*', ...PAGE],
      '*': PAGE,
      // The overview shows a part of each of these; a list of payments is the same everywhere.
      overview: ['review', 'payments', 'references', 'webhooks', ...PAGE],
      counter: ['references', ...PAGE],
      links: ['payments', ...PAGE],
      // A payment that needs review has the actions of its page, and a failed webhook is sent again.
      review: ['payments', 'webhooks', 'reasons', ...PAGE],
      payments: ['history', 'references', 'refunds', 'webhooks', 'reasons', ...PAGE],
      history: ['reasons', ...PAGE],
      webhooks: ['reasons', ...PAGE],
      setup: ['settings', ...PAGE],
      shared: ['core', 'locales'],
      core: ['locales'],
      locales: [],
    },
    without: { core: BROWSER_FRAMEWORK, locales: BROWSER_FRAMEWORK },
  },
  {
    root: 'packages/sandbox/src',
    mayImport: {
      '.': ['service', 'portal', 'operator', 'views'],
      service: ['operator', 'views'],
      portal: ['operator', 'views'],
      page: ['views'],
      operator: ['views'],
      views: [],
    },
  },
];
