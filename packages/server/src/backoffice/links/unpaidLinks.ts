import type { OrderReference, PaymentView } from '@tsena/shared/checkout';
import type { Link } from '@tsena/shared/merchant';
import { findOrderView } from '../../core/rules/view.ts';
import { attemptsOf } from '../../core/storage/reads.ts';
import type { ListContext } from '../shared/defineList.ts';
import type { LinkFilter } from './linkRows.ts';
import { pageOfLinks } from './paymentLinks.ts';

const PAGE_SIZE = 200;

/** A link whose order is not paid. */
export type UnpaidLink = Link & {
  /** What is true of the order; null before its first payment. */
  readonly view: PaymentView | null;
};

/** How many orders, and their amounts together, Ariary as digits. */
export interface OrderSum {
  readonly orders: number;
  readonly amount: string;
}

/** Who owes how much. */
export interface UnpaidLinks {
  /** For each order its newest link, newest first. */
  readonly data: readonly UnpaidLink[];
  readonly unpaid: OrderSum;
  /** Those of them with a payment whose result is not known: who is asked again may pay twice. */
  readonly withoutResult: OrderSum;
}

/** Views of an order that has money; a payment may complete while the list is read. */
const PAID: readonly (PaymentView | null)[] = ['paid', 'paid_twice', 'paid_by_another', 'refunded'];
/** Views of an order that is not paid, and not known to be unpaid. */
const WITHOUT_RESULT: readonly (PaymentView | null)[] = ['waiting', 'confirming', 'unresolved', 'review'];

/** Reads the orders that links collect and nobody has paid: all of them, whatever the length of a page. */
export async function readUnpaidLinks(context: ListContext, filter: LinkFilter): Promise<UnpaidLinks> {
  const { store, clock } = context.storage;
  const data = new Map<string, UnpaidLink>();
  let cursor: string | undefined;
  do {
    const page = await pageOfLinks(context, { ...filter, unpaid: 'true', cursor, limit: PAGE_SIZE });
    for (const link of page.data) {
      if (data.has(link.order)) continue;
      const view = findOrderView(await attemptsOf(store.db, link.order as OrderReference), clock.now());
      if (!PAID.includes(view)) data.set(link.order, { ...link, view });
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const links = [...data.values()];
  return {
    data: links,
    unpaid: sumOf(links),
    withoutResult: sumOf(links.filter(({ view }) => WITHOUT_RESULT.includes(view))),
  };
}

function sumOf(links: readonly Link[]): OrderSum {
  const amount = links.reduce((sum, one) => sum + BigInt(one.amount), 0n);
  return { orders: links.length, amount: String(amount) };
}
