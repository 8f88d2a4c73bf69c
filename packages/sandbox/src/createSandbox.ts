import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import express from 'express';
import * as z from 'zod/mini';
import { Callbacks } from './callbacks.ts';
import { Faults, faultRulesSchema } from './faults.ts';
import { Journal } from './journal.ts';
import { Ledger, toView } from './ledger.ts';
import { type SandboxOptions, settle } from './options.ts';
import type { Dialect, FaultRule, RequestView, TransactionView } from './page/views.ts';
import { PLAIN_WORDS } from './plainWords.ts';
import { portalApi } from './portal/api.ts';
import { Live } from './portal/live.ts';
import { portalPage } from './portal/page.ts';
import { Desk } from './portalSession.ts';
import { badField } from './refusals.ts';
import { serviceRouter } from './service/router.ts';
import { Tokens } from './tokens.ts';

const CALLBACK_GRACE_MS = 1000;

/** A running sandbox. */
export interface Sandbox {
  /** {base_url}, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Newest first. */
  transactions(): TransactionView[];
  /**
   * Approves a pending transaction; its callback is sent at once.
   *
   * @param as another operatorStatus than `completed` for it, as seen in the field (live dialect)
   * @throws LedgerError if there is none, or if it is final
   */
  approve(serverCorrelationId: string, as?: string): TransactionView;
  /**
   * Rejects a pending transaction; its callback is sent at once.
   *
   * @param as another operatorStatus than `failed` for it, as seen in the field (live dialect)
   * @throws LedgerError if there is none, or if it is final
   */
  reject(serverCorrelationId: string, as?: string): TransactionView;
  /**
   * Replaces the fault rules; an empty list clears them.
   *
   * @throws Error if a rule is not one
   */
  setFaults(rules: readonly FaultRule[]): void;
  /** What the service was asked, oldest first. */
  requests(): RequestView[];
  /** What the ledger finds wrong with itself; empty if all is well. */
  audit(): string[];
  /** Stops listening, ends what hangs, and lets callbacks under way finish for a second. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox: the operator's merchant payment service and its developer portal.
 *
 * @example
 * const sandbox = await createSandbox({ dialect: 'live' });
 * // … initiate a payment at sandbox.url …
 * for (const { serverCorrelationId } of sandbox.transactions()) sandbox.approve(serverCorrelationId);
 * await sandbox.close();
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = settle(options);
  const closing = new AbortController();
  const live = new Live();
  const ledger = new Ledger(settings, () => live.changed('change'));
  const tokens = new Tokens(settings);
  const faults = new Faults(z.parse(faultRulesSchema, settings.faults, PLAIN_WORDS), settings.seed);
  const journal = new Journal(settings.keepRequests, () => live.changed('request'));
  const callbacks = new Callbacks(ledger, settings);
  const desk = new Desk(ledger, callbacks, faults, settings.autoApproveMs);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use('/portal/api', portalApi({ settings, ledger, desk, faults, journal, live }));
  app.use('/portal', portalPage());
  app.use(serviceRouter({ settings, ledger, tokens, faults, journal, desk, closing: closing.signal }));

  const server = createServer(app);
  // Longer than a client's own, so that no request meets a connection that is just being closed.
  server.keepAliveTimeout = 75_000;
  server.on('clientError', (error, socket) => answerUnreadable(settings.dialect, error, socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox listens on no port.');
  const { port } = address;

  return {
    url: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`,
    port,
    transactions: () => ledger.list().map(toView),
    approve: (id, as) => toView(desk.approve(id, as)),
    reject: (id, as) => toView(desk.reject(id, as)),
    setFaults: (rules) => {
      faults.replace(z.parse(faultRulesSchema, rules, PLAIN_WORDS));
      live.changed('change');
    },
    requests: () => journal.list(),
    audit: () => ledger.audit(),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      closing.abort();
      desk.close();
      live.close();
      await callbacks.close(CALLBACK_GRACE_MS);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A request that is not even HTTP gets an error body too. */
function answerUnreadable(dialect: Dialect, error: Error, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const body = JSON.stringify(badField(dialect, 'request', 'cannot be read as HTTP').body);
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
