import { buildTransactionNotFound } from '../errorResponses.ts';
import type { Transaction } from '../ledger.ts';
import type { ServiceResponse } from '../serviceResponse.ts';
import type { ServiceContext } from './context.ts';
import type { ServiceRequest } from './request.ts';

/** `callback` if the initiation gave a callback address, otherwise `polling` (sections 2.3 and 2.4). */
export function getNotificationMethod({ callbackUrl }: Pick<Transaction, 'callbackUrl'>): string {
  return callbackUrl === null ? 'polling' : 'callback';
}

/** Handles `GET …/status/{serverCorrelationId}` (section 4.5). */
export function readStatus(request: ServiceRequest, { settings, ledger }: ServiceContext): ServiceResponse {
  const { dialect } = settings;
  const transaction = ledger.find(request.id);
  if (transaction === undefined) {
    if (dialect === 'live') {
      return { status: 200, body: { status: '', serverCorrelationId: '', notificationMethod: '', objectReference: '' } };
    }
    return buildTransactionNotFound(dialect, 'serverCorrelationId');
  }
  const { serverCorrelationId, operatorStatus, objectReference, status } = transaction;
  // Section 2.4: "Empty or absent while pending; not generated for failed transactions". Chosen: empty while pending, absent when failed.
  const reference = dialect === 'spec' && status === 'failed' ? {} : { objectReference: objectReference ?? '' };
  return {
    status: 200,
    serverCorrelationId,
    body: { status: operatorStatus, serverCorrelationId, notificationMethod: getNotificationMethod(transaction), ...reference },
  };
}

/** Handles `GET …/{transID}`, which returns the transaction details (section 4.4). */
export function readDetails(request: ServiceRequest, { settings, ledger }: ServiceContext): ServiceResponse {
  const { dialect } = settings;
  const transaction = ledger.findByReference(request.id);
  if (transaction === undefined) return buildTransactionNotFound(dialect, 'transID');
  const { amount, currency, operatorStatus, debitParty, creditParty, fees, serverCorrelationId, correlationId } = transaction;
  const createdAt = new Date(transaction.createdAt).toISOString();
  const commonFields = { currency, transactionStatus: operatorStatus, debitParty, creditParty, fees };
  const body =
    dialect === 'spec'
      ? { amount, ...commonFields, transactionReference: transaction.objectReference, createDate: createdAt }
      : {
          amount: `${amount}.00`,
          ...commonFields,
          // The real service returns a new reference at every request. The details endpoint does not accept it as {transID}.
          transactionReference: ledger.issueReference(),
          creationDate: createdAt,
          requestDate: new Date(settings.now()).toISOString(),
          metadata: [{ key: 'XCorrelationId', value: correlationId }],
        };
  return { status: 200, serverCorrelationId, body };
}
