import { type Delivery, kindOfDifferences, type MerchantPayment } from '@tsena/shared/merchant';

/** So many items with the same cause are shown as one group. */
const MIN_GROUP_SIZE = 3;
/** Payments with the same cause belong together if one started at most this long after the other. */
const MAX_GAP_MS = 30 * 60_000;

/** Items with the same cause; most groups have one. */
export type Group<Item> = [Item, ...Item[]];

/**
 * Groups payments that need review for the same reason and started soon after one another, as in an outage. Newest
 * first.
 */
export function groupPayments(payments: readonly MerchantPayment[]): Group<MerchantPayment>[] {
  const newestFirst = [...payments].sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
  return groupItems(newestFirst, (payment, group) => {
    const last = group.at(-1) ?? group[0];
    return (
      causeOf(last) === causeOf(payment) && Date.parse(last.createdAt) - Date.parse(payment.createdAt) <= MAX_GAP_MS
    );
  });
}

/** Groups failed webhooks with the same last error. */
export function groupWebhooks(webhooks: readonly Delivery[]): Group<Delivery>[] {
  return groupItems(webhooks, ({ lastError }, [first]) => first.lastError === lastError);
}

/** Payments with the same cause have the same actions and the same sentences. */
function causeOf({ status, polling, reviewReasons, differences, resolution }: MerchantPayment): string {
  const kind = differences === null ? 'none' : kindOfDifferences(differences);
  return [status, polling, kind, resolution?.kind, ...[...reviewReasons].sort()].join(' ');
}

function groupItems<Item>(items: readonly Item[], belongs: (item: Item, group: Group<Item>) => boolean): Group<Item>[] {
  const groups: Group<Item>[] = [];
  for (const item of items) {
    const group = groups.find((one) => belongs(item, one));
    if (group === undefined) groups.push([item]);
    else group.push(item);
  }
  return groups.flatMap((group) =>
    group.length < MIN_GROUP_SIZE ? group.map((item): Group<Item> => [item]) : [group],
  );
}
