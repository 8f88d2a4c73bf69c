import type { Delivery, MerchantPayment } from '@tsena/shared/merchant';

/** So many items with the same cause are shown as one group. */
const MIN_GROUP_SIZE = 3;
/** Payments with the same cause belong together if one started at most this long after the other. */
const MAX_GAP_MS = 30 * 60_000;

/** Groups payments that need review for the same reason and started soon after one another, as in an outage. Newest first; most groups have one payment. */
export function groupPayments(payments: readonly MerchantPayment[]): MerchantPayment[][] {
  const newestFirst = [...payments].sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
  const clusters: MerchantPayment[][] = [];
  for (const payment of newestFirst) {
    const cluster = clusters.find((one) => belongs(payment, one));
    if (cluster === undefined) clusters.push([payment]);
    else cluster.push(payment);
  }
  return clusters.flatMap((cluster) => (cluster.length < MIN_GROUP_SIZE ? cluster.map((payment) => [payment]) : [cluster]));
}

function belongs(payment: MerchantPayment, cluster: readonly MerchantPayment[]): boolean {
  const last = cluster.at(-1);
  if (last === undefined || causeOf(last) !== causeOf(payment)) return false;
  return Date.parse(last.createdAt) - Date.parse(payment.createdAt) <= MAX_GAP_MS;
}

/** Payments with the same cause have the same actions. */
function causeOf({ status, polling, reviewReasons }: MerchantPayment): string {
  return [status, polling, ...[...reviewReasons].sort()].join(' ');
}

/** Groups failed webhooks with the same last error; most groups have one webhook. */
export function groupWebhooks(webhooks: readonly Delivery[]): Delivery[][] {
  const byError = new Map<string | null, Delivery[]>();
  for (const webhook of webhooks) byError.set(webhook.lastError, [...(byError.get(webhook.lastError) ?? []), webhook]);
  return [...byError.values()].flatMap((group) => (group.length < MIN_GROUP_SIZE ? group.map((webhook) => [webhook]) : [group]));
}
