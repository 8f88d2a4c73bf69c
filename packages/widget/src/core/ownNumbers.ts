import { formatMsisdn, maskMsisdn, readMsisdn } from '@tsena/shared';
import type { Payment, PaymentId } from '@tsena/shared/checkout';
import type { HostedData } from './hostedData.ts';

/**
 * The numbers that the shopper typed on this page, by the payment that each one started. They are in this object only:
 * no other page, and no reload, can show them; but for a hosted page whose form was sent without a script.
 */
export class OwnNumbers {
  readonly #numbers = new Map<PaymentId, string>();

  constructor(hosted?: Pick<HostedData, 'payer' | 'checkout'>) {
    if (hosted?.payer && hosted.checkout.payment) this.add(hosted.checkout.payment, hosted.payer);
  }

  /** Remembers the number of a payment that this page started. Does nothing if the payment has another payer. */
  add({ id, payer }: Payment, typed: string): void {
    const reading = readMsisdn(typed);
    if (reading.ok && maskMsisdn(reading.msisdn) === payer) this.#numbers.set(id, formatMsisdn(reading.msisdn));
  }

  /** Returns the payer's number as this page may show it: in full if the shopper typed it here, else masked. */
  show({ id, payer }: Payment): string {
    return this.#numbers.get(id) ?? payer;
  }
}
