import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ending, type Service, startService } from './service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The ports of the three processes. */
export type Ports = Record<'sandbox' | 'companion' | 'shop', number>;

type Name = keyof Ports;

/** The built file of each process. */
const BUILT: Readonly<Record<Name, string>> = {
  sandbox: 'packages/sandbox/dist/cli.js',
  companion: 'packages/server/dist/cli.js',
  shop: 'examples/shop/dist/main.js',
};

const SOURCES: Readonly<Record<Name, string>> = {
  sandbox: 'packages/sandbox/src/cli.ts',
  companion: 'packages/server/src/cli/tsena.ts',
  shop: 'examples/shop/src/main.ts',
};
/** The file that a build of the widget, or of the dashboard, writes last. */
const LAST_BUILT = ['packages/widget/dist/integrity.json', 'packages/server/dashboard/counter.html'];
const IN_WATCH_MODE = ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', '--conditions=tsena:source'];

/** The command of a process: its built file, or its sources, which start again when one of them changes. */
function commandOf(name: Name, isWatching: boolean): string[] {
  if (!isWatching) return [join(root, BUILT[name])];
  const [tsx = '', ...flags] = IN_WATCH_MODE;
  const included = name === 'companion' ? LAST_BUILT.flatMap((file) => ['--include', join(root, file)]) : [];
  return [join(root, tsx), ...flags, ...included, join(root, SOURCES[name])];
}

/** The running sandbox, companion and example shop. */
export interface Stack {
  readonly sandbox: Service;
  readonly companion: Service;
  readonly shop: Service;
  /** What the three share during one run. */
  readonly secrets: ReturnType<typeof makeSecrets>;
  /** Resolves when one of them has ended. */
  readonly ended: Promise<Ending>;
  stop(): Promise<void>;
}

/** The ports, folder and settings of the three processes. */
export interface StackOptions {
  readonly ports: Readonly<Ports>;
  /** The folder of the companion's database. */
  readonly directory: string;
  /** Runs the sources, each process again after a change; default: the built files. */
  readonly isWatching?: boolean;
  /** More settings of the companion. */
  readonly companionSettings?: Readonly<Record<string, string>>;
  readonly onLine?: (name: string, line: string) => void;
}

function makeSecrets() {
  const secret = () => randomBytes(32).toString('hex');
  return {
    consumerKey: randomBytes(8).toString('hex'),
    consumerSecret: secret(),
    orderToken: secret(),
    webhook: `whsec_${randomBytes(32).toString('base64')}`,
    merchantApiKey: secret(),
  };
}

/** Starts sandbox, companion and example shop as three processes on loopback. */
export async function startStack({
  ports,
  directory,
  isWatching = false,
  companionSettings,
  onLine,
}: StackOptions): Promise<Stack> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const secrets = makeSecrets();
  const running: Service[] = [];
  const stop = async () => {
    await Promise.all(running.map((service) => service.stop()));
  };
  const start = async (
    name: Name,
    flags: readonly string[],
    settings: Readonly<Record<string, string>>,
  ): Promise<Service> => {
    const command = [...commandOf(name, isWatching), ...flags];
    const options = { name, command, settings, directory, ...(onLine && { onLine }) };
    const service = await startService(options);
    running.push(service);
    return service;
  };
  const companionUrl = `http://127.0.0.1:${ports.companion}`;
  const shopUrl = `http://127.0.0.1:${ports.shop}`;
  try {
    const consumer = `${secrets.consumerKey}:${secrets.consumerSecret}`;
    const sandbox = await start('sandbox', ['--port', String(ports.sandbox), '--consumer', consumer], {});
    const companion = await start('companion', ['serve'], {
      OPERATOR_BASE_URL: sandbox.url,
      CONSUMER_KEY: secrets.consumerKey,
      CONSUMER_SECRET: secrets.consumerSecret,
      PARTNER_NAME: 'Harona',
      PARTNER_MSISDN: '0343500004',
      PUBLIC_URL: companionUrl,
      ORDER_TOKEN_SECRET: secrets.orderToken,
      ALLOWED_ORIGINS: `${shopUrl},http://localhost:${ports.shop}`,
      DATABASE_URL: `file:${join(directory, 'tsena.db')}`,
      WEBHOOK_URL: `${shopUrl}/webhooks/tsena`,
      WEBHOOK_SECRET: secrets.webhook,
      WEBHOOK_ALLOW_PRIVATE: '1',
      MERCHANT_API_KEY: secrets.merchantApiKey,
      LOG_LEVEL: 'warn',
      PORT: String(ports.companion),
      ...companionSettings,
    });
    const shop = await start('shop', [], {
      SHOP_PORT: String(ports.shop),
      COMPANION_URL: companionUrl,
      ORDER_TOKEN_SECRET: secrets.orderToken,
      WEBHOOK_SECRET: secrets.webhook,
      MERCHANT_API_KEY: secrets.merchantApiKey,
    });
    return { sandbox, companion, shop, secrets, ended: Promise.race(running.map((service) => service.ended)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
