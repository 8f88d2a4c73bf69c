import type { WebhookPayment } from '@tsena/node';

/** A payment from a webhook whose signature was verified and whose amount was compared. */
export class VerifiedPayment {
  /** @param money the amount in Vendure's units */
  constructor(
    readonly payment: WebhookPayment,
    readonly money: number,
  ) {}
}
