import { type Language, maskMsisdn, readMsisdn, sumFees } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { AttentionReason, MerchantPayment, PaymentEvent, PaymentRecord, SentWebhook } from '@tsena/shared/merchant';
import { type DetailsResponse, valueUnder } from '@tsena/shared/operator';
import { attentionAmong } from '../../ledger/attention.ts';
import type { ListedWebhook } from '../../ledger/merchantReads.ts';
import type { CallbacksTable, StoredEvent, StoredPayment } from '../../ledger/schema.ts';
import type { Evidence } from '../../payments/evidence.ts';
import type { HttpContext } from '../context.ts';

type OperatorDetails = NonNullable<NonNullable<PaymentRecord['operator']>['details']>;

function writeTime(at: number): string {
  return new Date(at).toISOString();
}

function writeTimeOrNull(at: number | null): string | null {
  return at === null ? null : writeTime(at);
}

/** Payments as the merchant sees them, in the order given. */
export async function viewPayments(
  context: HttpContext,
  payments: readonly StoredPayment[],
  language: Language,
): Promise<MerchantPayment[]> {
  const attention = await attentionAmong(
    context.engine.ledger.store.db,
    payments.map(({ id }) => id),
  );
  return payments.map((payment) => view(context, payment, language, attention));
}

/** One payment as the merchant sees it. */
export async function viewOne(context: HttpContext, payment: StoredPayment, language: Language): Promise<MerchantPayment> {
  return view(context, payment, language, await attentionAmong(context.engine.ledger.store.db, [payment.id]));
}

function view(
  context: HttpContext,
  payment: StoredPayment,
  language: Language,
  attention: ReadonlyMap<PaymentId, AttentionReason[]>,
): MerchantPayment {
  return {
    ...context.view(payment, language),
    attempt: payment.attempt,
    description: payment.description,
    sentAt: writeTimeOrNull(payment.sent_at),
    finalAt: writeTimeOrNull(payment.final_at),
    verified: payment.verified === null ? null : payment.verified === 1,
    mismatch: payment.mismatch === null ? null : payment.mismatch.split(','),
    decision: payment.decision === null ? null : { decision: payment.decision, reason: payment.decision_reason ?? '' },
    followed: payment.next_look_at !== null,
    attention: attention.get(payment.id) ?? [],
  };
}

/** An entry of the audit trail. */
export function viewEvent({ version, at, kind, data }: StoredEvent): PaymentEvent {
  return { version, at: writeTime(at), kind, data: JSON.parse(data) };
}

/** What a callback said. */
export function viewCallback(callback: Readonly<CallbacksTable>): PaymentRecord['callbacks'][number] {
  return {
    says: callback.word,
    serverCorrelationId: callback.server_correlation_id,
    receivedAt: writeTime(callback.received_at),
    times: callback.times,
    refuted: callback.rejected === 1,
  };
}

/** A webhook in the outbox. */
export function viewWebhook(webhook: ListedWebhook): SentWebhook {
  return {
    id: webhook.id,
    type: webhook.type,
    payment: webhook.payment_id,
    order: webhook.order_reference,
    state: webhook.state,
    tries: webhook.tries,
    createdAt: writeTime(webhook.created_at),
    nextTryAt: webhook.state === 'waiting' ? writeTime(webhook.next_try_at) : null,
    deliveredAt: writeTimeOrNull(webhook.delivered_at),
    lastError: webhook.last_error,
  };
}

/** The operator's record of a transaction, numbers masked. */
export function viewDetails(details: DetailsResponse, evidence: Evidence): OperatorDetails {
  return {
    amount: details.amount ?? null,
    currency: details.currency ?? null,
    transactionStatus: details.transactionStatus ?? null,
    debitParty: maskParty(valueUnder(details.debitParty, 'msisdn')),
    creditParty: maskParty(valueUnder(details.creditParty, 'msisdn')),
    createdAt: details.creationDate ?? details.createDate ?? null,
    fees: sumFees(details.fees),
    differs: evidence.kind === 'mismatch' ? [...evidence.fields] : evidence.kind === 'match' ? [] : null,
  };
}

function maskParty(number: string | undefined): string | null {
  if (number === undefined) return null;
  const reading = readMsisdn(number);
  return reading.ok ? maskMsisdn(reading.msisdn) : '••••';
}
