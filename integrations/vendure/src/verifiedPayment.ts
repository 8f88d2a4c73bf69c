import type { WebhookPayment } from '@tsena/node';

/** A payment from a webhook whose signature was verified and whose amount was compared. */
export class VerifiedPayment {
  readonly payment: WebhookPayment;
  /** The amount in Vendure's units. */
  readonly money: number;

  constructor(payment: WebhookPayment, money: number) {
    this.payment = payment;
    this.money = money;
  }
}
