import type { Webhook } from '@tsena/shared/merchant';
import { hasPaid } from './attemptInvariants.ts';
import type { RefundRow, StoredFacts } from './storedPayments.ts';

/** A refund that the companion acknowledged. */
export interface AcknowledgedRefund {
  readonly id: string;
  /** The Idempotency-Key of its request; undefined if it had none. */
  readonly key?: string | undefined;
  readonly paymentId: string;
  /** Whole Ariary. */
  readonly amount: number;
  /** Whether it was acknowledged as voided. */
  readonly isVoided?: boolean;
}

/**
 * Checks that no acknowledged refund is lost, recorded twice or counts again after it was voided, and that none exceeds
 * what was paid.
 */
export function findRefundViolations(
  { payments, refunds }: StoredFacts,
  acknowledged: readonly AcknowledgedRefund[],
): string[] {
  const stored = new Map<string, RefundRow>(refunds.map((refund) => [refund.id, refund]));
  const byKey = new Map<string, string>();
  const violations: string[] = [];
  for (const { id, key = id, paymentId, amount, isVoided } of acknowledged) {
    const row = stored.get(id);
    if (row === undefined) violations.push(`the refund ${id} was acknowledged and lost`);
    else if (row.payment_id !== paymentId || row.amount !== amount)
      violations.push(`the refund ${id} is not the one that was acknowledged`);
    else if (isVoided && row.status !== 'voided')
      violations.push(`the refund ${id} was acknowledged as voided, and counts again`);
    const other = byKey.get(key);
    if (other !== undefined && other !== id)
      violations.push(`one Idempotency-Key recorded the refunds ${other} and ${id}`);
    byKey.set(key, id);
  }
  for (const payment of payments) {
    const recorded = refunds.filter((refund) => refund.payment_id === payment.id && refund.status === 'recorded');
    const sum = recorded.reduce((all, { amount }) => all + amount, 0);
    if (sum !== payment.amount_refunded)
      violations.push(`${payment.id} has refunds of ${sum} and says ${payment.amount_refunded}`);
    const paid = hasPaid(payment) ? payment.amount : 0;
    if (sum > paid) violations.push(`${payment.id} has refunds of ${sum} and was paid ${paid}`);
  }
  return violations;
}

/** If every request has been answered, no refund is without an answer. */
export function findUnansweredRefunds(
  refunds: readonly RefundRow[],
  acknowledged: readonly AcknowledgedRefund[],
): string[] {
  const answered = new Set<string>(acknowledged.map(({ id }) => id));
  return refunds
    .filter(({ id }) => !answered.has(id))
    .map(({ id, payment_id }) => `the refund ${id} of ${payment_id} is stored, and no request was answered with it`);
}

type Refunded = NonNullable<Webhook['data']['refund']>;

/**
 * Compares the webhooks of one payment with its refunds. Each refund is sent once when it is recorded and once when it
 * is voided, as it stood then, and each webhook has the sum of the refunds at that moment.
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
      if (before !== (isRecorded ? undefined : 'recorded'))
        violations.push(`${type} of ${refund.id} came when it was ${before ?? 'new'}`);
      sent.set(refund.id, isRecorded ? 'recorded' : 'voided');
      if (!isAsStored(refund, row, isRecorded)) violations.push(`${type} has another refund than ${refund.id}`);
      sum += isRecorded ? row.amount : -row.amount;
    } else if (refund !== undefined) violations.push(`${type} of ${data.id} has a refund`);
    if (data.amountRefunded !== String(sum))
      violations.push(`${type} of ${data.id} says that ${data.amountRefunded} is refunded instead of ${sum}`);
    if (sum > Number(data.amount))
      violations.push(`${type} of ${data.id} says that ${sum} of ${data.amount} is refunded`);
  }
  for (const { id, status } of refunds)
    if (sent.get(id) !== status)
      violations.push(`${id} is ${status}; the shop was sent that it is ${sent.get(id) ?? 'nothing'}`);
  return violations;
}

function isAsStored(refund: Refunded, row: RefundRow, isRecorded: boolean): boolean {
  const { paymentId, amount, currency, reason, status, voidedAt, voidedBy } = refund;
  const isSame =
    paymentId === row.payment_id && amount === String(row.amount) && currency === 'MGA' && reason === row.reason;
  return (
    isSame &&
    status === (isRecorded ? 'recorded' : 'voided') &&
    (voidedAt === null) === isRecorded &&
    (voidedBy === null) === isRecorded
  );
}
