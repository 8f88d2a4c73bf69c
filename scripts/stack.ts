import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ending, type Service, startService } from './service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The ports of the three processes. */
export type Ports = Record<'sandbox' | 'companion' | 'shop', number>;

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

/** Starts sandbox, companion and example shop from their built files, as three processes on loopback. */
export async function startStack({ ports, directory, companionSettings, onLine }: StackOptions): Promise<Stack> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const secrets = makeSecrets();
  const running: Service[] = [];
  const stop = async () => {
    await Promise.all(running.map((service) => service.stop()));
  };
  const start = async (
    name: string,
    command: readonly string[],
    settings: Readonly<Record<string, string>>,
  ): Promise<Service> => {
    const [file = '', ...flags] = command;
    const options = { name, command: [join(root, file), ...flags], settings, directory, ...(onLine && { onLine }) };
    const service = await startService(options);
    running.push(service);
    return service;
  };
  const companionUrl = `http://127.0.0.1:${ports.companion}`;
  const shopUrl = `http://127.0.0.1:${ports.shop}`;
  try {
    const consumer = `${secrets.consumerKey}:${secrets.consumerSecret}`;
    const sandbox = await start(
      'sandbox',
      ['packages/sandbox/dist/cli.js', '--port', String(ports.sandbox), '--consumer', consumer],
      {},
    );
    const companion = await start('companion', ['packages/server/dist/cli.js', 'serve'], {
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
    const shop = await start('shop', ['examples/shop/dist/main.js'], {
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
