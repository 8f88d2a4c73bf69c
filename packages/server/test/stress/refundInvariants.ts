import type { Webhook } from '@tsena/shared/merchant';
import type { StoredRefund } from '../../src/database/schema.ts';

/** A refund as the companion stored it. */
export type RefundRow = Pick<StoredRefund, 'id' | 'payment_id' | 'amount' | 'reason' | 'status'>;

type Refunded = NonNullable<Webhook['data']['refund']>;

/**
 * Compares the webhooks of one payment with its refunds. Each refund is sent once when it is recorded and once when it is voided, as it
 * stood then, and each webhook has the sum of the refunds at that moment.
 *
 * @param refunds all refunds of the payment, voided ones too
 * @param webhooks all webhooks of the payment, each once, in the order of their events
 */
export function findRefundWebhookViolations(refunds: readonly RefundRow[], webhooks: readonly Webhook[]): string[] {
  const rows = new Map<string, RefundRow>(refunds.map((refund) => [refund.id, refund]));
  const sent = new Map<string, RefundRow['status']>();
  const violations: string[] = [];
  let sum = 0;
  for (const { type, data } of webhooks) {
    const isRecorded = type === 'payment.refunded';
    const { refund } = data;
    if (isRecorded || type === 'payment.refund_voided') {
      const row = refund === undefined ? undefined : rows.get(refund.id);
      if (refund === undefined || row === undefined) {
        violations.push(`${type} of ${data.id} names ${refund?.id ?? 'no refund'}, which is not stored`);
        continue;
      }
      const before = sent.get(refund.id);
      if (before !== (isRecorded ? undefined : 'recorded')) violations.push(`${type} of ${refund.id} came when it was ${before ?? 'new'}`);
      sent.set(refund.id, isRecorded ? 'recorded' : 'voided');
      if (!isAsStored(refund, row, isRecorded)) violations.push(`${type} has another refund than ${refund.id}`);
      sum += isRecorded ? row.amount : -row.amount;
    } else if (refund !== undefined) violations.push(`${type} of ${data.id} has a refund`);
    if (data.amountRefunded !== String(sum))
      violations.push(`${type} of ${data.id} says that ${data.amountRefunded} is refunded instead of ${sum}`);
    if (sum > Number(data.amount)) violations.push(`${type} of ${data.id} says that ${sum} of ${data.amount} is refunded`);
  }
  for (const { id, status } of refunds)
    if (sent.get(id) !== status) violations.push(`${id} is ${status}; the shop was sent that it is ${sent.get(id) ?? 'nothing'}`);
  return violations;
}

function isAsStored(refund: Refunded, row: RefundRow, isRecorded: boolean): boolean {
  const { paymentId, amount, currency, reason, status, voidedAt, voidedBy } = refund;
  const isSame = paymentId === row.payment_id && amount === String(row.amount) && currency === 'MGA' && reason === row.reason;
  return (
    isSame && status === (isRecorded ? 'recorded' : 'voided') && (voidedAt === null) === isRecorded && (voidedBy === null) === isRecorded
  );
}
