import { MIN_AMOUNT } from '@tsena/shared';
import * as z from 'zod/mini';
import { type Accounts, toCents } from '../operator/accounts.ts';
import { BUSINESS_ERRORS, type BusinessError, findBusinessError } from '../operator/businessErrors.ts';
import { buildBusinessError, buildFieldError } from '../operator/errorResponses.ts';
import type { RequestRule } from '../operator/faultRules.ts';
import type { Initiation } from '../operator/ledger.ts';
import { toNationalMsisdn } from '../operator/msisdn.ts';
import type { ServiceResponse } from '../operator/serviceResponse.ts';
import { ENGLISH_MESSAGES } from '../operator/validationMessages.ts';
import type { Dialect } from '../views/views.ts';
import type { ServiceContext } from './context.ts';
import { isLiveText, LIVE_TEXT_RULE } from './liveText.ts';
import { getNotificationMethod } from './readTransaction.ts';
import { getHeader, type ServiceRequest } from './request.ts';

const text = z.string().check(z.maxLength(255));
const liveText = z.string().check(z.refine(isLiveText, LIVE_TEXT_RULE));
const timestamp = z
  .string()
  .check(z.regex(/^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)?$/, 'must be ISO 8601, in UTC, with ms'));
const msisdn = z.string().check(z.regex(/^(?:0|261)[0-9]{9}$/, 'must be a phone number, 03XXXXXXXX'));
const party = z.tuple([z.object({ key: z.literal('msisdn'), value: msisdn })]);

/**
 * Creates the schema of the request body (section 2.2).
 *
 * The document does not say which fields are required. The schema requires the fields that every client sends.
 */
function createBodySchema(dialect: Dialect) {
  const reference = dialect === 'live' ? liveText : text;
  return z.object({
    amount: z.string().check(z.regex(/^[0-9]{1,15}$/, 'must be a string of digits')),
    currency: z.literal('Ar'),
    descriptionText: dialect === 'live' ? liveText : z.string().check(z.maxLength(50)),
    requestDate: z.optional(timestamp),
    requestingOrganisationTransactionReference: dialect === 'live' ? reference : reference.check(z.minLength(1)),
    originalTransactionReference: z.optional(reference),
    debitParty: party,
    creditParty: party,
    metadata: z.optional(z.array(z.object({ key: text, value: text })).check(z.maxLength(20))),
  });
}

const SCHEMAS = { spec: createBodySchema('spec'), live: createBodySchema('live') };

/** Handles `POST …/merchantpay/1.0.0/`, which creates a pending transaction (section 4.3). */
export async function initiate(
  request: ServiceRequest,
  context: ServiceContext,
  fault: RequestRule | undefined,
): Promise<ServiceResponse> {
  const initiation = readInitiation(request, context);
  if ('status' in initiation) return initiation;
  const chosenFailure = fault?.do === 'fail-later' ? findBusinessError(fault.value) : undefined;
  const payerError = chosenFailure ?? findPayerError(initiation, context.ledger.accounts);
  if (payerError !== undefined && chosenFailure === undefined && context.settings.behaviour.payerErrors === 'refuse') {
    if (payerError.code === 'identifierError')
      return buildFieldError(context.settings, 'debitParty', 'must be a test number', payerError.code);
    return buildBusinessError(context.settings, payerError);
  }
  const { serverCorrelationId } = await context.processor.create(initiation, payerError?.description);
  return {
    status: context.settings.dialect === 'spec' ? 200 : 202,
    serverCorrelationId,
    body: { status: 'pending', serverCorrelationId, notificationMethod: getNotificationMethod(initiation) },
  };
}

/** The error of a payer that is not a test number, or whose balance is too low. */
function findPayerError({ debitMsisdn, amount }: Initiation, accounts: Accounts): BusinessError | undefined {
  if (!accounts.has(debitMsisdn)) return BUSINESS_ERRORS.identifierError;
  return accounts.hasFunds(debitMsisdn, toCents(amount)) ? undefined : BUSINESS_ERRORS.insufficientFunds;
}

/** Validates an initiation, all but the payer. Returns its fields, or the error response. */
function readInitiation(
  request: ServiceRequest,
  { environment, settings, ledger }: ServiceContext,
): ServiceResponse | Initiation {
  const { dialect } = settings;
  const callbackUrl = getHeader(request, 'x-callback-url') ?? null;
  if (callbackUrl !== null && !isCallbackUrl(callbackUrl))
    return buildFieldError(settings, 'X-Callback-URL', 'must be an http or https address');
  if (request.json === undefined) return buildFieldError(settings, 'body', 'must be JSON, at most 64 KB');

  const parsed = z.safeParse(SCHEMAS[dialect], request.json, ENGLISH_MESSAGES);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return buildFieldError(settings, issue?.path.join('.') || 'body', issue?.message ?? 'must be an object');
  }
  const {
    amount,
    currency,
    descriptionText,
    requestingOrganisationTransactionReference,
    debitParty,
    creditParty,
    metadata = [],
  } = parsed.data;
  const metadataPartnerName = metadata.find(({ key }) => key === 'partnerName')?.value;
  if (dialect === 'live' && metadataPartnerName !== undefined && !isLiveText(metadataPartnerName))
    return buildFieldError(settings, 'metadata.partnerName', LIVE_TEXT_RULE);

  if (Number(amount) < MIN_AMOUNT)
    return buildFieldError(settings, 'amount', `must be at least ${MIN_AMOUNT}`, 'lessThanTransactionMinValue');
  const debitMsisdn = toNationalMsisdn(debitParty[0].value);
  const creditMsisdn = toNationalMsisdn(creditParty[0].value);
  if (!ledger.accounts.has(creditMsisdn))
    return buildFieldError(settings, 'creditParty', 'must be a test number', 'identifierError');
  if (debitMsisdn === creditMsisdn)
    return buildFieldError(settings, 'creditParty', 'must not be the debit party', 'samePartiesError');
  if (
    settings.behaviour.duplicates === 'conflict' &&
    ledger.hasReference(environment, requestingOrganisationTransactionReference)
  ) {
    return buildBusinessError(settings, BUSINESS_ERRORS.duplicateRequest);
  }
  if (ledger.isFull()) {
    const description = `${settings.maxPending} transactions are pending: approve or reject some.`;
    return buildBusinessError(settings, { ...BUSINESS_ERRORS.serverBusy, description });
  }
  return {
    environment,
    amount,
    currency,
    debitMsisdn,
    creditMsisdn,
    debitParty,
    creditParty,
    description: descriptionText,
    reference: requestingOrganisationTransactionReference,
    correlationId: getHeader(request, 'x-correlationid') ?? '',
    partnerName: getHeader(request, 'partnername') ?? metadataPartnerName ?? null,
    userLanguage: getHeader(request, 'userlanguage') ?? '',
    callbackUrl,
  };
}

function isCallbackUrl(url: string): boolean {
  return url.length <= 2000 && /^https?:/i.test(url) && URL.canParse(url);
}
