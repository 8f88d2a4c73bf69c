import { type Ariary, type Msisdn, writeAmount } from '@tsena/shared';
import { type InitiationRequest, initiationRequestSchema, tokenScope, writeSafeText } from '@tsena/shared/operator';
import * as z from 'zod/mini';
import type { FixedSettings, Settings } from '../../config/settings.ts';
import type { Call } from './http.ts';

/** The data of one initiation. */
export interface Initiation {
  /** The X-CorrelationID, unique for each payment. */
  readonly correlationId: string;
  readonly reference: string;
  readonly amount: Ariary;
  readonly description: string;
  readonly payer: Msisdn;
  /** The merchant's name. */
  readonly partnerName: string;
  readonly language: 'MG' | 'FR';
  readonly callbackUrl: string | null;
  /** An earlier transaction that this payment refers to. */
  readonly originalTransactionReference: string | null;
  readonly fc: string | null;
  readonly amountFc: string | null;
  /** ms since 1970. */
  readonly requestedAt: number;
}

/** Builds the requests of the operator's interface. */
export interface Requests {
  token(): Call;
  /** Undefined if section 2.2 does not allow the body. */
  initiate(initiation: Initiation): ((token: string) => Call) | undefined;
  status(serverCorrelationId: string, correlationId: string): (token: string) => Call;
  details(transactionId: string, correlationId: string): (token: string) => Call;
}

/**
 * Encodes an id as a path segment. `.` and `..` would reach another endpoint, so they become an id that does not exist.
 */
function segment(id: string): string {
  return /^\.{1,2}$/.test(id) ? id.replaceAll('.', '%252E') : encodeURIComponent(id);
}

/** The request for an access token, in section 4.1. */
function tokenCall({ CONSUMER_KEY, CONSUMER_SECRET, OPERATOR_SERVICE, OPERATOR_DEVICE_SCOPE }: FixedSettings): Call {
  const credentials = `${CONSUMER_KEY.reveal()}:${CONSUMER_SECRET.reveal()}`;
  const scope = [tokenScope(OPERATOR_SERVICE), OPERATOR_DEVICE_SCOPE].filter((one) => one !== null).join(' ');
  return {
    method: 'POST',
    path: '/token',
    headers: {
      Accept: 'application/json',
      'User-Agent': 'tsena-checkout',
      Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Cache-Control': 'no-cache',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
  };
}

/**
 * Creates the request builder: headers (section 4.2), paths (4.3 to 4.5), body (2.2).
 *
 * @param asking the name and the language with which the companion asks about payments
 */
export function createRequests(
  settings: FixedSettings,
  asking: () => Pick<Settings, 'PARTNER_NAME' | 'USER_LANGUAGE'>,
): Requests {
  const payments = `/${settings.OPERATOR_SERVICE}/mm/transactions/type/merchantpay/1.0.0/`;

  // UserAccountIdentifier is the partner's number: the account that makes the request.
  const common = (token: string, correlationId: string, language: 'MG' | 'FR', partnerName: string) => ({
    Accept: 'application/json',
    'User-Agent': 'tsena-checkout',
    Authorization: `Bearer ${token}`,
    version: '1.0',
    'X-CorrelationID': correlationId,
    UserLanguage: language,
    UserAccountIdentifier: `msisdn;${settings.PARTNER_MSISDN}`,
    partnerName,
    'Content-Type': 'application/json',
    'Accept-Charset': 'utf-8',
    // Not in section 4.2, but in the service's published OpenAPI.
    'Cache-Control': 'no-cache',
  });

  const get =
    (path: string, correlationId: string) =>
    (token: string): Call => {
      const { USER_LANGUAGE, PARTNER_NAME } = asking();
      // The header is required. A name may be removed while payments are open.
      const headers = common(token, correlationId, USER_LANGUAGE, PARTNER_NAME || settings.PARTNER_MSISDN);
      return { method: 'GET', path: payments + path, headers };
    };

  function writeBody(initiation: Initiation): InitiationRequest | undefined {
    const metadata = [
      { key: 'partnerName', value: initiation.partnerName },
      { key: 'fc', value: initiation.fc },
      { key: 'amountFc', value: initiation.amountFc },
    ];
    const read = z.safeParse(initiationRequestSchema, {
      amount: writeAmount(initiation.amount),
      currency: 'Ar',
      descriptionText: writeSafeText(initiation.description) || initiation.partnerName,
      requestDate: new Date(initiation.requestedAt).toISOString(),
      requestingOrganisationTransactionReference: initiation.reference,
      originalTransactionReference: initiation.originalTransactionReference ?? '',
      debitParty: [{ key: 'msisdn', value: initiation.payer }],
      creditParty: [{ key: 'msisdn', value: settings.PARTNER_MSISDN }],
      metadata: metadata.filter(({ value }) => value !== null),
    });
    return read.success ? read.data : undefined;
  }

  return {
    token: () => tokenCall(settings),
    initiate(initiation) {
      const body = writeBody(initiation);
      if (body === undefined) return undefined;
      const callback = initiation.callbackUrl === null ? {} : { 'X-Callback-URL': initiation.callbackUrl };
      return (token) => ({
        method: 'POST',
        path: payments,
        headers: {
          ...common(token, initiation.correlationId, initiation.language, initiation.partnerName),
          ...callback,
        },
        body: JSON.stringify(body),
      });
    },
    status: (serverCorrelationId, correlationId) => get(`status/${segment(serverCorrelationId)}`, correlationId),
    details: (transactionId, correlationId) => get(segment(transactionId), correlationId),
  };
}
