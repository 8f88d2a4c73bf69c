import type { PaymentEvent } from '@tsena/node';
import type { TsenaNote } from './decide.ts';

const SENTENCES: Readonly<Record<TsenaNote, string>> = {
  other_environment:
    'The companion reports a payment of another environment than this shop is set to. The order was not changed. If the money is real, set the same environment in TsenaPlugin.init: the companion delivers the payment again.',
  amount_differs:
    'A mobile-money payment was completed, but its amount or currency differs from what the order has to pay. The order is not paid. Refund the payment by hand, or settle the order yourself.',
  paid_twice:
    'A mobile-money payment was completed, but the order was paid before. Refund one of the two payments by hand.',
  paid_after_cancellation:
    'A mobile-money payment was completed after the order was cancelled. Refund it by hand, or place the order again.',
  not_settled:
    'A mobile-money payment was completed, but Vendure does not accept a payment of the order now. The order is not paid.',
  unresolved:
    'The operator’s answer to a mobile-money payment was lost, and the customer may have paid. Do not ask for a second payment: ask the customer for the reference of the operator’s SMS, and enter it in the companion’s dashboard.',
  failed_after_all: 'The operator reports the mobile-money payment as failed. The customer can pay again.',
  review_required:
    'The companion reports that a mobile-money payment of this order needs review. See the payment in the companion’s dashboard.',
  overpaid: 'The companion reports that this order was paid twice. Refund one of the payments by hand.',
  refunded: 'A refund of a mobile-money payment of this order was recorded at the companion.',
  refund_voided: 'A recorded refund of a mobile-money payment of this order was voided at the companion.',
};

/** Whether the order has this note about a webhook. */
export function hasNote(notes: readonly string[], note: TsenaNote, { id }: PaymentEvent): boolean {
  return notes.some((text) => text.startsWith(`Tsena: ${SENTENCES[note]}`) && text.includes(id));
}

/**
 * The text of a note: what happened, and for whom to look at the companion. It names the webhook, so that it is written
 * once.
 */
export function noteText(note: TsenaNote, { id, data }: PaymentEvent, more = ''): string {
  const reference = data.transactionReference === null ? '' : `, operator’s reference ${data.transactionReference}`;
  return `Tsena: ${SENTENCES[note]}${more} (${data.id}, Ar ${data.amount}${reference}, ${id})`;
}
