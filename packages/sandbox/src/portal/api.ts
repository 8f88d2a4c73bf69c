import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express';
import * as z from 'zod/mini';
import { type Faults, faultRulesSchema } from '../faults.ts';
import type { Journal } from '../journal.ts';
import { type Ledger, LedgerError, type Transaction, toView } from '../ledger.ts';
import type { Settings } from '../options.ts';
import type { SandboxView } from '../page/views.ts';
import { inPlainWords, PLAIN_WORDS } from '../plainWords.ts';
import type { Desk } from '../portalSession.ts';
import type { Live } from './live.ts';

/** What the portal shows and moves. */
export interface PortalParts {
  readonly settings: Settings;
  readonly ledger: Ledger;
  readonly desk: Desk;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly live: Live;
}

const asSchema = z.nullish(z.object({ as: z.optional(z.string().check(z.regex(/^[a-z]{1,20}$/, 'a operatorStatus in lower case'))) }));
const limit = z.optional(z.coerce.number().check(z.int(), z.gte(1)));
const limitSchema = z.object({ limit });
const listSchema = z.object({ status: z.optional(z.enum(['pending', 'completed', 'failed'])), q: z.optional(z.string()), limit });
const settingsSchema = z.object({
  autoApproveMs: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(3_600_000)))),
  accounts: z.optional(z.array(z.object({ msisdn: z.string(), balance: z.string().check(z.regex(/^[0-9]{1,12}$/)) }))),
});

/** The portal's API, under `/portal/api`. */
export function portalApi({ settings, ledger, desk, faults, journal, live }: PortalParts): Router {
  const router = express.Router();
  router.use((request, response, next) => {
    // A page of another site must not approve payments on a developer's machine.
    if (request.headers['sec-fetch-site'] === 'cross-site') problem(response, 403, 'The portal takes no requests from other sites.');
    else next();
  });
  router.use(express.json({ limit: '256kb', strict: false }));

  router.get('/transactions', (request, response) => {
    const query = z.safeParse(listSchema, request.query, PLAIN_WORDS);
    if (!query.success) return problem(response, 400, inPlainWords(query.error));
    const { status, q = '', limit: most } = query.data;
    const found = ledger.list(status).filter((one) => contains(one, q));
    response.set('X-Total-Count', String(found.length)).json(found.slice(0, most).map(toView));
  });

  const settle = (how: 'approve' | 'reject') => (request: Request<{ id: string }>, response: Response) => {
    const body = z.safeParse(asSchema, request.body, PLAIN_WORDS);
    if (!body.success) return problem(response, 400, inPlainWords(body.error));
    const operatorStatus = body.data?.as;
    if (operatorStatus !== undefined && settings.dialect === 'spec') return problem(response, 400, '"as" is for the live dialect alone.');
    response.json(toView(desk[how](request.params.id, operatorStatus)));
  };
  router.post('/transactions/:id/approve', settle('approve'));
  router.post('/transactions/:id/reject', settle('reject'));

  router.post('/transactions/:id/callback', (request, response) => void response.json(toView(desk.callBackAgain(request.params.id))));
  router.post('/approve-all', (_request, response) => void response.json({ approved: desk.approveAll() }));

  router.get('/faults', (_request, response) => void response.json(faults.list()));
  router.put('/faults', (request, response) => {
    const rules = z.safeParse(faultRulesSchema, request.body, PLAIN_WORDS);
    if (!rules.success) return problem(response, 400, inPlainWords(rules.error));
    faults.replace(rules.data);
    live.changed('change');
    response.json(faults.list());
  });
  router.delete('/faults', (_request, response) => {
    faults.replace([]);
    live.changed('change');
    response.json([]);
  });

  router.get('/requests', (request, response) => {
    const query = z.safeParse(limitSchema, request.query, PLAIN_WORDS);
    if (!query.success) return problem(response, 400, inPlainWords(query.error));
    response.json(journal.list(query.data.limit));
  });

  const view = (): SandboxView => ({
    dialect: settings.dialect,
    service: settings.service,
    autoApproveMs: desk.autoApproveMs,
    accounts: ledger.accounts.list(),
    consumerKeys: settings.consumers.map(({ key }) => key),
    counts: ledger.counts(),
    violations: ledger.audit(),
  });
  router.get('/sandbox', (_request, response) => void response.json(view()));
  router.put('/sandbox', (request, response) => {
    const body = z.safeParse(settingsSchema, request.body, PLAIN_WORDS);
    if (!body.success) return problem(response, 400, inPlainWords(body.error));
    const unknown = body.data.accounts?.find(({ msisdn }) => !ledger.accounts.has(msisdn));
    if (unknown !== undefined) return problem(response, 400, `${unknown.msisdn} is not a test number.`);
    if (body.data.autoApproveMs !== undefined) desk.autoApproveMs = body.data.autoApproveMs;
    for (const { msisdn, balance } of body.data.accounts ?? []) ledger.accounts.fund(msisdn, Number(balance));
    live.changed('change');
    response.json(view());
  });

  router.get('/events', (_request, response) => {
    if (!live.add(response)) problem(response, 503, 'Too many pages are open.');
  });

  router.use((_request, response) => problem(response, 404, 'The portal has no such address.'));
  const onError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    if (error instanceof LedgerError) return problem(response, error.reason === 'unknown' ? 404 : 409, error.message);
    const status = error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 500;
    problem(response, status, status < 500 ? 'The request cannot be read.' : 'The sandbox made a mistake.');
  };
  router.use(onError);
  return router;
}

function problem(response: Response, status: number, detail: string): void {
  response.status(status).type('application/problem+json').send(JSON.stringify({ status, detail }));
}

function contains(transaction: Transaction, q: string): boolean {
  const { serverCorrelationId, objectReference, amount, debitMsisdn, creditMsisdn, reference, correlationId, description } = transaction;
  const wanted = q.trim().toLowerCase();
  return [serverCorrelationId, objectReference ?? '', amount, debitMsisdn, creditMsisdn, reference, correlationId, description].some(
    (field) => field.toLowerCase().includes(wanted),
  );
}
