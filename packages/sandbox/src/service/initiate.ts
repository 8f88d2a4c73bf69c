import { MIN_AMOUNT } from '@tsena/shared';
import * as z from 'zod/mini';
import { toCents } from '../accounts.ts';
import type { Answer } from '../answer.ts';
import type { Order } from '../ledger.ts';
import { nationalForm } from '../nationalForm.ts';
import type { Dialect } from '../page/views.ts';
import { PLAIN_WORDS } from '../plainWords.ts';
import type { Desk } from '../portalSession.ts';
import { badField, INSUFFICIENT_FUNDS, refuse } from '../refusals.ts';
import { isLiveText, LIVE_TEXT } from './liveText.ts';
import { notificationMethod } from './lookups.ts';
import { header, type ServiceRequest } from './request.ts';
import type { World } from './world.ts';

const text = z.string().check(z.maxLength(255));
const liveText = z.string().check(z.refine(isLiveText, LIVE_TEXT));
const timestamp = z.string().check(z.regex(/^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)?$/, 'must be ISO 8601, in UTC, with ms'));
const msisdn = z.string().check(z.regex(/^(?:0|261)[0-9]{9}$/, 'must be a phone number, 03XXXXXXXX'));
const party = z.tuple([z.object({ key: z.literal('msisdn'), value: msisdn })]);

/** The request body of section 2.2. Where the document is silent on what is required, what every client sends is. */
function bodySchema(dialect: Dialect) {
  const reference = dialect === 'live' ? liveText : text;
  return z.object({
    amount: z.string().check(z.regex(/^[0-9]{1,15}$/, 'must be a string of digits')),
    currency: z.literal('Ar'),
    descriptionText: dialect === 'live' ? liveText : z.string().check(z.maxLength(50)),
    requestDate: z.optional(timestamp),
    requestingOrganisationTransactionReference: reference.check(z.minLength(1)),
    originalTransactionReference: z.optional(reference),
    debitParty: party,
    creditParty: party,
    metadata: z.optional(z.array(z.object({ key: text, value: text })).check(z.maxLength(20))),
  });
}

const SCHEMAS = { spec: bodySchema('spec'), live: bodySchema('live') };

/** `POST …/merchantpay/1.0.0/` (section 4.3). */
export async function initiate(request: ServiceRequest, world: World, desk: Desk): Promise<Answer> {
  const order = readOrder(request, world);
  if ('status' in order) return order;
  const { serverCorrelationId } = await desk.open(order);
  return {
    status: world.settings.dialect === 'spec' ? 200 : 202,
    serverCorrelationId,
    body: { status: 'pending', serverCorrelationId, notificationMethod: notificationMethod(order) },
  };
}

function readOrder(request: ServiceRequest, { settings, ledger }: World): Answer | Order {
  const { dialect } = settings;
  const type = header(request, 'content-type')?.split(';', 1)[0]?.toLowerCase();
  if (type !== 'application/json') return badField(dialect, 'Content-Type', 'must be application/json');
  const callbackUrl = header(request, 'x-callback-url') ?? null;
  if (callbackUrl !== null && !isCallbackUrl(callbackUrl)) return badField(dialect, 'X-Callback-URL', 'must be an http or https address');
  if (request.json === undefined) return badField(dialect, 'body', 'must be JSON, at most 64 KB');

  const read = z.safeParse(SCHEMAS[dialect], request.json, PLAIN_WORDS);
  if (!read.success) {
    const [issue] = read.error.issues;
    return badField(dialect, issue?.path.join('.') || 'body', issue?.message ?? 'must be an object');
  }
  const {
    amount,
    currency,
    descriptionText,
    requestingOrganisationTransactionReference,
    debitParty,
    creditParty,
    metadata = [],
  } = read.data;
  const named = metadata.find(({ key }) => key === 'partnerName')?.value;
  if (dialect === 'live' && named !== undefined && !isLiveText(named)) return badField(dialect, 'metadata.partnerName', LIVE_TEXT);

  if (Number(amount) < MIN_AMOUNT) return badField(dialect, 'amount', `must be at least ${MIN_AMOUNT}`, 'lessThanTransactionMinValue');
  const debitMsisdn = nationalForm(debitParty[0].value);
  const creditMsisdn = nationalForm(creditParty[0].value);
  if (!ledger.accounts.has(debitMsisdn)) return badField(dialect, 'debitParty', 'must be a test number', 'identifierError');
  if (!ledger.accounts.has(creditMsisdn)) return badField(dialect, 'creditParty', 'must be a test number', 'identifierError');
  if (debitMsisdn === creditMsisdn) return badField(dialect, 'creditParty', 'must not be the debit party', 'samePartiesError');
  if (!ledger.accounts.covers(debitMsisdn, toCents(amount))) return refuse(dialect, { status: 402, ...INSUFFICIENT_FUNDS });
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
    partnerName: header(request, 'partnername') ?? named ?? null,
    userLanguage: header(request, 'userlanguage') ?? '',
    callbackUrl,
  };
}

function isCallbackUrl(url: string): boolean {
  return url.length <= 2000 && /^https?:/i.test(url) && URL.canParse(url);
}
