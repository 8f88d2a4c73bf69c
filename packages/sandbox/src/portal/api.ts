import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express';
import * as z from 'zod/mini';
import { ApplicationError, type Applications } from '../operator/applications.ts';
import { type FaultRules, faultRulesSchema } from '../operator/faultRules.ts';
import { type Ledger, LedgerError, type Transaction, toTransactionView } from '../operator/ledger.ts';
import { DEFAULT_CONSUMER, type Settings } from '../operator/options.ts';
import type { RequestLog } from '../operator/requestLog.ts';
import { buildStatement, findMerchant } from '../operator/statement.ts';
import type { TransactionProcessor } from '../operator/transactionProcessor.ts';
import { ENGLISH_MESSAGES, formatIssues } from '../operator/validationMessages.ts';
import { BEHAVIOUR_VALUES, type SandboxView } from '../views/views.ts';
import type { EventStream } from './eventStream.ts';

/** The dependencies of the portal's API: parts of the service, and the streams of the open pages. */
export interface PortalApiOptions {
  readonly settings: Settings;
  readonly ledger: Ledger;
  readonly applications: Applications;
  readonly processor: TransactionProcessor;
  readonly faults: FaultRules;
  readonly requestLog: RequestLog;
  readonly events: EventStream;
}

const operatorStatus = z.string().check(z.regex(/^[A-Za-z]{1,20}$/, 'must be 1 to 20 letters'));
const changeSchema = z.nullish(z.object({ as: z.optional(operatorStatus) }));
const limit = z.optional(z.coerce.number().check(z.int(), z.gte(1)));
const limitSchema = z.object({ limit });
const listSchema = z.object({
  status: z.optional(z.enum(['pending', 'completed', 'failed'])),
  q: z.optional(z.string()),
  limit,
});
const environment = z.enum(['sandbox', 'production']);
const handPaymentSchema = z.object({
  from: z.string(),
  to: z.string(),
  amount: z.string().check(z.regex(/^[1-9][0-9]{0,11}$/, 'must be whole Ariary in digits')),
  environment: z._default(environment, 'sandbox'),
});
const day = z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a day, 2026-01-31')));
const statementSchema = z.object({
  msisdn: z.optional(z.string()),
  from: day,
  to: day,
  environment: z._default(environment, 'sandbox'),
});
const applicationSchema = z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(50)) });
const behaviourSchema = z.strictObject(
  Object.fromEntries(Object.entries(BEHAVIOUR_VALUES).map(([name, values]) => [name, z.optional(z.enum(values))])),
);
const balance = z.string().check(z.regex(/^[0-9]{1,12}$/, 'must be whole Ariary'));
const accountSchema = z.object({
  msisdn: z.string().check(z.regex(/^0[0-9]{9}$/, 'must be a phone number, 03XXXXXXXX')),
  balance,
  /** Whether automatic approval leaves the payments of this number alone. */
  approvedByHand: z._default(z.boolean(), false),
  /** Whether the details of its payments report one Ariary more than was paid. */
  otherAmount: z._default(z.boolean(), false),
});
const settingsSchema = z.object({
  behaviour: z.optional(behaviourSchema),
  autoApproveMs: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(3_600_000)))),
  accounts: z.optional(z.array(z.object({ msisdn: z.string(), balance }))),
});

/**
 * Whether a request can come from the portal's own page, or from no page. A page of another site has another Origin; a
 * site that lets its name lead to this machine has that name as Host.
 */
function isOwnPage({ headers: { host = '', origin, 'sec-fetch-site': site } }: Request, listensOn: string): boolean {
  const hostname = host.replace(/:\d+$/, '');
  const isLocalName = /^(\[.*\]|[\d.]+|[^.]+|.+\.localhost)$/.test(hostname) || hostname === listensOn;
  return isLocalName && site !== 'cross-site' && (origin === undefined || origin === `http://${host}`);
}

/** How many test numbers there can be. */
const MAX_ACCOUNTS = 200;

/** A request that cannot be served as it is. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** Reads a part of a request by its schema. */
function read<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, value, ENGLISH_MESSAGES);
  if (parsed.success) return parsed.data;
  throw new Refused(400, formatIssues(parsed.error));
}

function readEnvironment(value: unknown): z.output<typeof environment> {
  const parsed = z.safeParse(environment, value);
  if (parsed.success) return parsed.data;
  throw new Refused(404, 'The environments are sandbox and production.');
}

/** Creates the router of the portal's API, `/portal/api`. */
export function createApiRouter(options: PortalApiOptions): Router {
  const { settings, events } = options;
  const router = express.Router();
  router.use((request, _response, next) => {
    // Otherwise a page of another site could approve payments in the sandbox on a developer's machine.
    if (!isOwnPage(request, settings.host))
      throw new Refused(403, 'The portal accepts no requests from pages of other sites.');
    next();
  });
  router.use(express.json({ limit: '256kb', strict: false }));
  addTransactions(router, options);
  addFaults(router, options);
  addApplications(router, options);
  addSandbox(router, options);
  addAccounts(router, options);
  router.get('/events', (_request, response) => {
    if (!events.add(response)) throw new Refused(503, 'Too many portal pages are open. Close some of them.');
  });
  router.use(() => {
    throw new Refused(404, 'The portal has no such path.');
  });
  router.use(onError);
  return router;
}

const onError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  if (error instanceof Refused) return sendProblem(response, error.status, error.message);
  if (error instanceof LedgerError || error instanceof ApplicationError)
    return sendProblem(response, error.reason === 'unknown' ? 404 : 409, error.message);
  const status = error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 500;
  sendProblem(
    response,
    status,
    status < 500 ? 'The request cannot be read.' : 'The sandbox failed with an internal error.',
  );
};

/** The transactions, and what the portal decides about them. */
function addTransactions(router: Router, { settings, ledger, processor }: PortalApiOptions): void {
  router.get('/transactions', (request, response) => {
    const { status, q = '', limit: maxResults } = read(listSchema, request.query);
    const found = ledger.list(status).filter((transaction) => matchesSearch(transaction, q));
    response.set('X-Total-Count', String(found.length)).json(found.slice(0, maxResults).map(toTransactionView));
  });

  router.post('/transactions', (request, response) => {
    response.status(201).json(toTransactionView(ledger.sendByHand(read(handPaymentSchema, request.body))));
  });

  for (const action of ['approve', 'reject'] as const) {
    router.post(`/transactions/:id/${action}`, (request: Request<{ id: string }>, response) => {
      const sentStatus = read(changeSchema, request.body)?.as;
      if (sentStatus !== undefined && settings.dialect === 'spec')
        throw new Refused(400, 'Only the live dialect accepts the field "as".');
      response.json(toTransactionView(processor[action](request.params.id, sentStatus)));
    });
  }
  router.post(
    '/transactions/:id/callback',
    (request, response) => void response.json(toTransactionView(processor.resendCallback(request.params.id))),
  );
  router.post('/approve-all', (_request, response) => void response.json({ approved: processor.approveAll() }));

  router.get('/statement.csv', (request, response) => {
    const query = read(statementSchema, request.query);
    const transactions = ledger
      .list('completed')
      .filter((transaction) => transaction.environment === query.environment);
    const msisdn = query.msisdn ?? findMerchant(transactions, settings.msisdns);
    if (!ledger.accounts.has(msisdn)) throw new Refused(400, `${msisdn} is not a test number.`);
    response
      .set({ 'Content-Disposition': `attachment; filename="statement-${msisdn}.csv"`, 'Cache-Control': 'no-store' })
      .type('text/csv')
      .send(buildStatement(transactions, { ...query, msisdn }));
  });
}

/** The faults that the service makes, and the requests that it got. */
function addFaults(router: Router, { faults, events, requestLog }: PortalApiOptions): void {
  const replace = (rules: Parameters<typeof faults.replace>[0]) => {
    faults.replace(rules);
    events.publish('change');
    return faults.list();
  };
  router.get('/faults', (_request, response) => void response.json(faults.list()));
  router.put('/faults', (request, response) => void response.json(replace(read(faultRulesSchema, request.body))));
  router.delete('/faults', (_request, response) => void response.json(replace([])));
  // For programs that share the sandbox with others: each removes its own rules.
  router.post('/faults', (request, response) => {
    const rules = read(faultRulesSchema, request.body);
    if (!faults.hasPlaceFor(rules.length)) throw new Refused(400, 'There are too many fault rules.');
    const ids = faults.add(rules);
    events.publish('change');
    response.status(201).json({ ids });
  });
  router.delete('/faults/:id', (request: Request<{ id: string }>, response) => {
    if (!faults.remove(request.params.id)) throw new Refused(404, 'There is no such fault rule.');
    events.publish('change');
    response.json(faults.list());
  });
  router.get(
    '/requests',
    (request, response) => void response.json(requestLog.list(read(limitSchema, request.query).limit)),
  );
}

/** The applications of the operator's portal, and their keys. */
function addApplications(router: Router, { applications }: PortalApiOptions): void {
  router.get('/applications', (_request, response) => void response.json(applications.list()));
  router.post('/applications', (request, response) => {
    response.status(201).json(applications.declare(read(applicationSchema, request.body).name));
  });
  router.delete('/applications/:id', (request, response) => {
    applications.remove(request.params.id);
    response.status(204).end();
  });
  router.post(
    '/applications/:id/validate',
    (request, response) => void response.json(applications.validate(request.params.id)),
  );
  router.post(
    '/applications/:id/go-live',
    (request, response) => void response.json(applications.requestGoLive(request.params.id)),
  );
  router.post('/applications/:id/keys/:environment', (request, response) => {
    const keys = applications.issueKeys(request.params.id, readEnvironment(request.params.environment));
    response.status(201).set('Cache-Control', 'no-store').json(keys);
  });
  router.delete('/applications/:id/keys/:environment', (request, response) => {
    response.json(applications.revokeKeys(request.params.id, readEnvironment(request.params.environment)));
  });
}

/** The sandbox itself: how it behaves, and its accounts. */
function addSandbox(router: Router, { settings, processor, ledger, events }: PortalApiOptions): void {
  const readSandbox = (): SandboxView => ({
    dialect: settings.dialect,
    service: settings.service,
    behaviour: settings.behaviour,
    autoApproveMs: processor.autoApproveMs,
    accounts: ledger.accounts.list(),
    consumerKeys: settings.consumers.map(({ key }) => key),
    hasDefaultSecret: settings.consumers[0]?.secret === DEFAULT_CONSUMER.secret,
    counts: ledger.countByStatus(),
    violations: ledger.audit(),
  });
  router.get('/sandbox', (_request, response) => void response.json(readSandbox()));
  router.put('/sandbox', (request, response) => {
    const { behaviour, autoApproveMs, accounts = [] } = read(settingsSchema, request.body);
    const unknown = accounts.find(({ msisdn }) => !ledger.accounts.has(msisdn));
    if (unknown !== undefined) throw new Refused(400, `${unknown.msisdn} is not a test number.`);
    // JSON has no undefined, so no choice is removed.
    settings.behaviour = Object.assign({}, settings.behaviour, behaviour);
    if (autoApproveMs !== undefined) processor.autoApproveMs = autoApproveMs;
    for (const { msisdn, balance } of accounts) ledger.accounts.setBalance(msisdn, Number(balance));
    events.publish('change');
    response.json(readSandbox());
  });
}

/** Test numbers for programs that share the sandbox with others: each removes its own. */
function addAccounts(router: Router, { settings, ledger, events }: PortalApiOptions): void {
  const { accounts } = ledger;
  router.post('/accounts', (request, response) => {
    const account = read(accountSchema, request.body);
    if (accounts.has(account.msisdn)) throw new Refused(409, `${account.msisdn} is a test number already.`);
    if (accounts.list().length >= MAX_ACCOUNTS) throw new Refused(400, 'There are too many test numbers.');
    accounts.setBalance(account.msisdn, Number(account.balance), account);
    events.publish('change');
    response.status(201).json(account);
  });
  router.delete('/accounts/:msisdn', (request: Request<{ msisdn: string }>, response) => {
    const { msisdn } = request.params;
    if (!accounts.has(msisdn)) throw new Refused(404, 'There is no such test number.');
    if (settings.msisdns.includes(msisdn)) throw new Refused(409, 'This test number was there at the start.');
    if (ledger.list('pending').some(({ debitMsisdn, creditMsisdn }) => [debitMsisdn, creditMsisdn].includes(msisdn)))
      throw new Refused(409, 'A payment of this test number is pending.');
    accounts.remove(msisdn);
    events.publish('change');
    response.status(204).end();
  });
}

function sendProblem(response: Response, status: number, detail: string): void {
  response.status(status).type('application/problem+json').send(JSON.stringify({ status, detail }));
}

function matchesSearch(transaction: Transaction, q: string): boolean {
  const {
    serverCorrelationId,
    objectReference,
    amount,
    debitMsisdn,
    creditMsisdn,
    reference,
    correlationId,
    description,
  } = transaction;
  const searched = q.trim().toLowerCase();
  return [
    serverCorrelationId,
    objectReference ?? '',
    amount,
    debitMsisdn,
    creditMsisdn,
    reference,
    correlationId,
    description,
  ].some((field) => field.toLowerCase().includes(searched));
}
