import { buildTransactionNotFound } from '../operator/errorResponses.ts';
import type { RequestRule } from '../operator/faultRules.ts';
import type { Transaction } from '../operator/ledger.ts';
import type { ServiceResponse } from '../operator/serviceResponse.ts';
import type { ServiceContext } from './context.ts';
import type { ServiceRequest } from './request.ts';

/** The operator's clock is three hours ahead of UTC. */
const MADAGASCAR_OFFSET_MS = 3 * 3_600_000;
/** The record of a failed transaction has another result than 0. Which one is not known. */
const FAILED_RESULT = '1';

/**
 * Finds the transaction that a status or details request asks for. Undefined for other requests, and for a transaction
 * of the other environment.
 */
export function findTransaction(
  { on, id }: ServiceRequest,
  { ledger, environment, settings }: ServiceContext,
): Transaction | undefined {
  const found = on === 'status' ? ledger.find(id) : on === 'details' ? ledger.findByReference(id) : undefined;
  const isShown = found?.isByHand !== true || settings.behaviour.details === 'all';
  return isShown && found?.environment === environment ? found : undefined;
}

/** `callback` if the initiation gave a callback address, otherwise `polling` (sections 2.3 and 2.4). */
export function getNotificationMethod({ callbackUrl }: Pick<Transaction, 'callbackUrl'>): string {
  return callbackUrl === null ? 'polling' : 'callback';
}

/** Handles `GET …/status/{serverCorrelationId}` (section 4.5). */
export function readStatus(
  request: ServiceRequest,
  context: ServiceContext,
  fault: RequestRule | undefined,
): ServiceResponse {
  const { settings } = context;
  const { dialect } = settings;
  const transaction = findTransaction(request, context);
  if (transaction === undefined) {
    if (dialect === 'live' && settings.behaviour.unknownStatus === 'empty') {
      return {
        status: 404,
        reason: 'There is no transaction of this serverCorrelationId.',
        body: { status: '', serverCorrelationId: request.id, notificationMethod: '', objectReference: '' },
      };
    }
    return buildTransactionNotFound(settings, 'serverCorrelationId', request.id);
  }
  const { serverCorrelationId, operatorStatus, objectReference, status } = transaction;
  const notificationMethod = getNotificationMethod(transaction);
  if (fault?.do === 'success-without-reference') {
    return {
      status: 200,
      serverCorrelationId,
      body: { status: 'success', serverCorrelationId, notificationMethod, objectReference: '' },
    };
  }
  // Section 2.4: "Empty or absent while pending; not generated for failed transactions". Chosen: empty while pending,
  // absent when failed.
  const reference = dialect === 'spec' && status === 'failed' ? {} : { objectReference: objectReference ?? '' };
  return {
    status: 200,
    serverCorrelationId,
    body: { status: operatorStatus, serverCorrelationId, notificationMethod, ...reference },
  };
}

/** Handles `GET …/{transID}`, which returns the transaction details (section 4.4). */
export function readDetails(
  request: ServiceRequest,
  context: ServiceContext,
  fault: RequestRule | undefined,
): ServiceResponse {
  const { settings, ledger } = context;
  const { dialect } = settings;
  const transaction = findTransaction(request, context);
  if (transaction === undefined) return buildTransactionNotFound(settings, 'transID', request.id);
  // As an operator whose record differs, it reports the same at each later request.
  if (fault?.do === 'other-amount') ledger.reportOtherAmount(transaction.serverCorrelationId);
  const {
    detailsAmount: amount,
    currency,
    operatorStatus,
    debitParty,
    creditParty,
    fees,
    serverCorrelationId,
    correlationId,
    failure,
  } = transaction;
  const createdAt = new Date(transaction.createdAt).toISOString();
  const commonFields = { currency, transactionStatus: operatorStatus, debitParty, creditParty, fees };
  const body =
    dialect === 'spec'
      ? { amount, ...commonFields, transactionReference: transaction.objectReference, createDate: createdAt }
      : {
          amount: `${amount}.00`,
          ...commonFields,
          // The real service returns a new reference at every request. The details endpoint does not accept it as
          // {transID}.
          transactionReference: ledger.issueReference(),
          creationDate: createdAt,
          requestDate: new Date(
            settings.now() + (settings.behaviour.requestDate === 'ahead' ? MADAGASCAR_OFFSET_MS : 0),
          ).toISOString(),
          metadata: [
            { key: 'originalTransactionResult', value: failure === null ? '0' : FAILED_RESULT },
            { key: 'originalTransactionResultDesc', value: failure ?? '0' },
            ...(correlationId === '' ? [] : [{ key: 'XCorrelationId', value: correlationId }]),
          ],
        };
  return { status: 200, serverCorrelationId, body };
}
