import { MIN_AMOUNT } from '@tsena/shared';
import * as z from 'zod/mini';
import { toCents } from '../accounts.ts';
import { type Answer, badField, refuse } from '../answer.ts';
import { nationalForm } from '../faults.ts';
import type { Order } from '../ledger.ts';
import type { Dialect } from '../page/views.ts';
import { isLiveText } from './headers.ts';
import { header, type ServiceRequest } from './request.ts';
import type { World } from './world.ts';

const text = z.string().check(z.maxLength(255));
const liveText = z.string().check(z.refine(isLiveText, 'at most 50 characters: letters, digits, space and - . _ ,'));
const party = z.tuple([z.object({ key: z.literal('msisdn'), value: z.string().check(z.regex(/^(?:0|261)[0-9]{9}$/, 'a phone number')) })]);
const absent = z.literal('');

function bodySchema(dialect: Dialect) {
  const free = dialect === 'live' ? liveText : text;
  return z.object({
    amount: z.string().check(z.regex(/^[0-9]{1,15}$/, 'a string of digits')),
    currency: z.literal('Ar'),
    descriptionText: dialect === 'live' ? liveText : z.string().check(z.maxLength(50)),
    requestDate: z.optional(
      z.union([absent, z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))], 'ISO 8601, UTC, with ms'),
    ),
    requestingOrganisationTransactionReference: free.check(z.minLength(1)),
    originalTransactionReference: z.optional(free),
    debitParty: party,
    creditParty: party,
    metadata: z.optional(z.array(z.object({ key: text, value: text })).check(z.maxLength(20))),
  });
}

const SCHEMAS = { spec: bodySchema('spec'), live: bodySchema('live') };

/** What a rule can match and the journal can show of a body that need not be valid. */
export function peek(body: unknown): { reference: string | null; amount: string | null; msisdn: string | null } {
  const read = z.safeParse(peekSchema, body);
  if (!read.success) return { reference: null, amount: null, msisdn: null };
  const { amount, requestingOrganisationTransactionReference: reference, debitParty } = read.data;
  return { amount: asText(amount), reference: asText(reference), msisdn: asText(debitParty?.[0]?.value) };
}

const peekSchema = z.object({
  amount: z.optional(z.unknown()),
  requestingOrganisationTransactionReference: z.optional(z.unknown()),
  debitParty: z.catch(z.optional(z.array(z.object({ value: z.optional(z.unknown()) }))), undefined),
});

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}

/** The JSON of a request's body, or undefined if it is none. */
export function readJson(request: ServiceRequest): unknown {
  try {
    return JSON.parse(request.text);
  } catch {
    return undefined;
  }
}

/** `POST …/merchantpay/1.0.0/` (section 4.3): the checks, and what is ordered if they pass. */
export function readInitiation(request: ServiceRequest, body: unknown, { settings, ledger }: World): Answer | Order {
  const { dialect } = settings;
  const type = header(request, 'content-type')?.split(';', 1)[0]?.toLowerCase();
  if (type !== 'application/json') return badField(dialect, 'Content-Type', 'must be application/json');
  const callbackUrl = header(request, 'x-callback-url') ?? null;
  if (callbackUrl !== null && !isCallbackUrl(callbackUrl)) return badField(dialect, 'X-Callback-URL', 'must be an http or https address');
  if (body === undefined) return badField(dialect, 'body', 'is not JSON');

  const read = z.safeParse(SCHEMAS[dialect], body);
  if (!read.success) {
    const [issue] = read.error.issues;
    return badField(dialect, issue?.path.join('.') || 'body', issue?.message ?? 'is not an object');
  }
  const { amount, currency, descriptionText, requestingOrganisationTransactionReference, debitParty, creditParty, metadata } = read.data;
  if (Number(amount) < MIN_AMOUNT) return badField(dialect, 'amount', `must be at least ${MIN_AMOUNT}`, 'lessThanTransactionMinValue');
  const debitMsisdn = nationalForm(debitParty[0].value);
  const creditMsisdn = nationalForm(creditParty[0].value);
  if (!ledger.accounts.has(debitMsisdn)) return badField(dialect, 'debitParty', 'is not a test number', 'identifierError');
  if (!ledger.accounts.has(creditMsisdn)) return badField(dialect, 'creditParty', 'is not a test number', 'identifierError');
  if (debitMsisdn === creditMsisdn) return badField(dialect, 'creditParty', 'is the debit party', 'samePartiesError');
  if (!ledger.accounts.covers(debitMsisdn, toCents(amount))) {
    return refuse(dialect, {
      status: 402,
      category: 'businessRule',
      code: 'insufficientFunds',
      description: 'The balance is not sufficient.',
    });
  }
  if (ledger.isFull()) {
    const description = `${settings.maxPending} transactions are pending: approve or reject some.`;
    return refuse(dialect, { status: 503, category: 'serviceUnavailable', code: 'serverBusy', description });
  }
  return {
    amount,
    currency,
    debitMsisdn,
    creditMsisdn,
    debitParty,
    creditParty,
    description: descriptionText,
    reference: requestingOrganisationTransactionReference,
    correlationId: header(request, 'x-correlationid') ?? '',
    partnerName: header(request, 'partnername') ?? metadata?.find(({ key }) => key === 'partnerName')?.value ?? null,
    userLanguage: header(request, 'userlanguage') ?? '',
    callbackUrl,
  };
}

function isCallbackUrl(text: string): boolean {
  if (text.length > 2000 || !URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'http:' || protocol === 'https:';
}
