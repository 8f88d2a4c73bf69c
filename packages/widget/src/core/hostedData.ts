import type { Language } from '@tsena/shared';
import type { Checkout, Payment } from '@tsena/shared/checkout';
import type { PaymentLinks } from './paymentLinks.ts';

/** What a hosted page gives to the script, which then shows the same and goes on from there. */
export interface HostedData {
  readonly language: Language;
  /** An order token for this page alone. */
  readonly orderToken: string;
  /** The query that keeps the chosen language in the page's address. */
  readonly query: string;
  readonly logoUrl: string | null;
  /** What is paid for; null: the page does not say it. */
  readonly about: string | null;
  /** The payer's whole number, if this browser has sent it; null: it is masked. */
  readonly payer: string | null;
  /** The merchant's, for the receipt. */
  readonly registration: { readonly nif: string | null; readonly stat: string | null };
  /** The order, with the payment on whose page this is. */
  readonly checkout: Checkout;
  /** Why the page takes no new payment, in words; null: it takes one. */
  readonly closed: string | null;
  /** What an earlier payment of the order asks of the payer, in words; null: nothing. */
  readonly note: string | null;
  /** How payers reach the merchant; null: not shown. */
  readonly contact: string | null;
  /** How the form works without a script. On the page of a payment there is none at first. */
  readonly form: { readonly action: string; readonly fields: Readonly<Record<string, string>> } | null;
}

/** Where the pages of a payment are, relative to each other. */
export function linkHostedPages({ id, paidBy }: Pick<Payment, 'id' | 'paidBy'>, query: string): PaymentLinks {
  const withView = (view: string) => `${id}${query}${query === '' ? '?' : '&'}view=${view}`;
  return {
    status: id + query,
    retry: withView('retry'),
    reference: withView('reference'),
    receipt: paidBy && paidBy + query,
  };
}
