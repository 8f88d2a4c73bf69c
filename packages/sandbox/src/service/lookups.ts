import type { Answer } from '../answer.ts';
import type { Transaction } from '../ledger.ts';
import { noSuchTransaction } from '../refusals.ts';
import type { ServiceRequest } from './request.ts';
import type { World } from './world.ts';

/** `callback` where an address was given, else `polling` (sections 2.3 and 2.4). */
export function notificationMethod({ callbackUrl }: Pick<Transaction, 'callbackUrl'>): string {
  return callbackUrl === null ? 'polling' : 'callback';
}

/** `GET …/status/{serverCorrelationId}` (section 4.5). */
export function readStatus(request: ServiceRequest, { settings, ledger }: World): Answer {
  const { dialect } = settings;
  const transaction = ledger.find(request.id);
  if (transaction === undefined) {
    if (dialect === 'live') {
      return { status: 200, body: { status: '', serverCorrelationId: '', notificationMethod: '', objectReference: '' } };
    }
    return noSuchTransaction(dialect, 'serverCorrelationId');
  }
  const { serverCorrelationId, operatorStatus, objectReference, status } = transaction;
  // "Empty or absent while pending; not generated for failed transactions": empty while pending, absent when failed.
  const reference = dialect === 'spec' && status === 'failed' ? {} : { objectReference: objectReference ?? '' };
  return {
    status: 200,
    serverCorrelationId,
    body: { status: operatorStatus, serverCorrelationId, notificationMethod: notificationMethod(transaction), ...reference },
  };
}

/** `GET …/{transID}` (section 4.4). */
export function readDetails(request: ServiceRequest, { settings, ledger }: World): Answer {
  const { dialect } = settings;
  const transaction = ledger.findByReference(request.id);
  if (transaction === undefined) return noSuchTransaction(dialect, 'transID');
  const { amount, currency, operatorStatus, debitParty, creditParty, fees, serverCorrelationId, correlationId } = transaction;
  const created = new Date(transaction.createdAt).toISOString();
  const common = { currency, transactionStatus: operatorStatus, debitParty, creditParty, fees };
  const body =
    dialect === 'spec'
      ? { amount, ...common, transactionReference: transaction.objectReference, createDate: created }
      : {
          amount: `${amount}.00`,
          ...common,
          // A new id at every enquiry, as the service gives it; it is no {transID}.
          transactionReference: ledger.takeReference(),
          creationDate: created,
          requestDate: new Date(settings.now()).toISOString(),
          metadata: [{ key: 'XCorrelationId', value: correlationId }],
        };
  return { status: 200, serverCorrelationId, body };
}
