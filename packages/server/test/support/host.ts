import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { createSandbox, type SandboxOptions } from '@tsena/sandbox';
import { freePort } from '@tsena/testkit/port';
import express, { type Express } from 'express';
import { assembleCompanion } from '../../src/composition/companion.ts';
import { readSettings } from '../../src/config/readSettings.ts';
import { createOrderTokens, type OrderClaimsInput } from '../../src/core/orders/orderToken.ts';
import type { EventHandler } from '../../src/core/webhooks/eventHandler.ts';
import { createLog } from '../../src/log/log.ts';
import { systemClock } from '../../src/time/clock.ts';
import { PAYER, testEnvironment } from './stack.ts';

/** The options of {@link startHost}. */
export interface HostOptions {
  /** Adds to the app before the companion: settings, parsers and other middleware. */
  readonly before?: (app: Express) => void;
  /** Adds to the app after the companion. */
  readonly after?: (app: Express) => void;
  /** The path at which the companion is mounted; default: the root. */
  readonly mountPath?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly sandbox?: SandboxOptions;
  readonly onEvent?: EventHandler;
}

/** A listening Express app with the companion, and its sandbox. */
export type Host = Awaited<ReturnType<typeof startHost>>;

/** Starts an Express app that mounts the companion as a merchant's own app does. */
export async function startHost(options: HostOptions = {}) {
  const { mountPath = '' } = options;
  const folder = mkdtempSync(`${tmpdir()}/tsena-host-`);
  const sandbox = await createSandbox(options.sandbox);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const companionUrl = `${url}${mountPath}`;
  const {
    WEBHOOK_URL: _url,
    WEBHOOK_SECRET: _secret,
    ...env
  } = testEnvironment(sandbox.url, 'http://unused.invalid', folder);
  const settings = readSettings({ ...env, PUBLIC_URL: companionUrl, ...options.env });
  const companion = await assembleCompanion({
    settings,
    onEvent: options.onEvent ?? (async () => undefined),
    log: createLog('silent'),
  });
  const tokens = createOrderTokens(settings.ORDER_TOKEN_SECRET, systemClock());

  const app = express();
  options.before?.(app);
  if (mountPath === '') app.use(companion.router);
  else app.use(mountPath, companion.router);
  options.after?.(app);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await companion.start();

  const mint = (claims: OrderClaimsInput) => tokens.mint(claims, 900);
  return {
    /** The app's address. */
    url,
    /** The companion's address: the app's address with the mount path. */
    companionUrl,
    companion,
    sandbox,
    mint,
    /** `POST /v1/payments` for an order. */
    async pay(order: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
      const body = JSON.stringify({ orderToken: await mint({ sub: order, amount: '25000' }), msisdn: PAYER });
      return fetch(`${companionUrl}/v1/payments`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
      });
    },
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      await companion.stop();
      server.closeAllConnections();
      await closed;
      await sandbox.close();
      rmSync(folder, { recursive: true });
    },
  };
}
