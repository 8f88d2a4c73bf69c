import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import express from 'express';
import * as z from 'zod/mini';
import { AccessTokens } from './operator/accessTokens.ts';
import { Applications } from './operator/applications.ts';
import { CallbackSender } from './operator/callbackSender.ts';
import { buildFieldError, type ErrorStyle } from './operator/errorResponses.ts';
import { FaultRules, faultRulesSchema } from './operator/faultRules.ts';
import { type HandPayment, Ledger, toTransactionView } from './operator/ledger.ts';
import { applyDefaults, type SandboxOptions } from './operator/options.ts';
import { RequestLog } from './operator/requestLog.ts';
import { TransactionProcessor } from './operator/transactionProcessor.ts';
import { ENGLISH_MESSAGES } from './operator/validationMessages.ts';
import { createApiRouter } from './portal/api.ts';
import { EventStream } from './portal/eventStream.ts';
import { createPageRouter } from './portal/page.ts';
import { createServiceRouter } from './service/router.ts';
import type { FaultRule } from './views/faultRule.ts';
import type { RequestView, TransactionStatus, TransactionView } from './views/views.ts';

const CALLBACK_GRACE_MS = 1000;
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** A running sandbox. */
export interface Sandbox {
  /** The base address of the service, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** All transactions that are kept, or those with one status, newest first. */
  transactions(status?: TransactionStatus): TransactionView[];
  /**
   * Approves a pending transaction. Its callback is sent at once.
   *
   * @param operatorStatus the status that the service sends instead of `completed`. The real service has sent `success`
   * @throws LedgerError if the transaction does not exist or is already final
   */
  approve(serverCorrelationId: string, operatorStatus?: string): TransactionView;
  /**
   * Sends money by hand from one test number to another one, as from a phone's menu: completed at once, no callback.
   *
   * @throws LedgerError if a number is unknown, both are the same, or the payer's balance is too low
   */
  sendByHand(payment: Omit<HandPayment, 'environment'>): TransactionView;
  /**
   * Rejects a pending transaction. Its callback is sent at once.
   *
   * @param operatorStatus the status that the service sends instead of `failed`. The real service has sent `cancelled`,
   *   `rejected` and `declined`
   * @throws LedgerError if the transaction does not exist or is already final
   */
  reject(serverCorrelationId: string, operatorStatus?: string): TransactionView;
  /**
   * Replaces the fault rules. An empty list removes them all.
   *
   * @throws Error if a rule is not valid
   */
  setFaults(rules: readonly FaultRule[]): void;
  /** The requests that the service received, oldest first. */
  requests(): RequestView[];
  /** Checks the ledger. Returns one sentence for each violated invariant, and an empty list if there is none. */
  audit(): string[];
  /** Stops listening, ends hanging requests, and gives callbacks that are being sent one second to finish. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox, which imitates the operator's merchant payment service and its developer portal.
 *
 * @example
 * const sandbox = await createSandbox({ dialect: 'live' });
 * // … initiate a payment at sandbox.url …
 * for (const { serverCorrelationId } of sandbox.transactions('pending')) sandbox.approve(serverCorrelationId);
 * await sandbox.close();
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = applyDefaults(options);
  const closing = new AbortController();
  const events = new EventStream();
  const ledger = new Ledger(settings, () => events.publish('change'));
  const tokens = new AccessTokens(settings);
  const applications = new Applications(
    settings.consumers,
    () => events.publish('change'),
    (consumerKey) => tokens.revokeKey(consumerKey),
  );
  const faults = new FaultRules(z.parse(faultRulesSchema, settings.faults, ENGLISH_MESSAGES), settings.seed);
  const requestLog = new RequestLog(settings.keepRequests, () => events.publish('request'));
  const callbacks = new CallbackSender(ledger, settings);
  const processor = new TransactionProcessor(ledger, callbacks, faults, settings.autoApproveMs);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const service = { settings, ledger, tokens, applications, faults, requestLog, processor, closing: closing.signal };
  app.use('/portal/api', createApiRouter({ ...service, events }));
  app.use('/portal', createPageRouter());
  app.use('/production', createServiceRouter({ ...service, environment: 'production' }));
  app.use(createServiceRouter({ ...service, environment: 'sandbox' }));

  const server = createServer(app);
  // Longer than the timeout of clients, so that a client does not send a request on a connection that the server is
  // closing.
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.on('clientError', (error, socket) => rejectUnreadableRequest(settings, error, socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox has no TCP port.');
  const { port } = address;

  return {
    url: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`,
    port,
    transactions: (status) => ledger.list(status).map(toTransactionView),
    approve: (id, operatorStatus) => toTransactionView(processor.approve(id, operatorStatus)),
    sendByHand: (payment) => toTransactionView(ledger.sendByHand({ ...payment, environment: 'sandbox' })),
    reject: (id, operatorStatus) => toTransactionView(processor.reject(id, operatorStatus)),
    setFaults: (rules) => {
      faults.replace(z.parse(faultRulesSchema, rules, ENGLISH_MESSAGES));
      events.publish('change');
    },
    requests: () => requestLog.list(),
    audit: () => ledger.audit(),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      closing.abort();
      processor.close();
      events.close();
      await callbacks.close(CALLBACK_GRACE_MS);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers a request that is not valid HTTP with a 400 and an error body. */
function rejectUnreadableRequest(style: ErrorStyle, error: Error, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const body = JSON.stringify(buildFieldError(style, 'request', 'cannot be read as HTTP').body);
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
