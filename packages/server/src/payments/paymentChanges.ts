import type { PaymentId } from '@tsena/shared/checkout';
import type { Log } from '../log.ts';
import { type Change, changePayment } from '../storage/changes.ts';
import type { StoredPayment } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';

/** Changes payments, and announces each change once it is durable. */
export interface PaymentChanges {
  /** Makes a change durable and announces it. Null if the payment's status, or its lease, did not allow it. */
  apply(id: PaymentId, change: Change): Promise<StoredPayment | null>;
  /** Announces a change that a larger transaction has made durable. */
  announce(payment: StoredPayment, change: Change): void;
}

/** What {@link createPaymentChanges} takes. */
export interface PaymentChangesOptions {
  readonly storage: Storage;
  readonly log: Log;
  /** Sends the payment to those who subscribed to it. */
  publish(payment: StoredPayment): void;
  /** Called after each change, for the metrics. */
  onChanged(payment: StoredPayment, change: Change): void;
  /** Called when webhooks or e-mails may have been queued. */
  onEnqueued(): void;
}

/** Makes {@link PaymentChanges} on a storage. */
export function createPaymentChanges({ storage, log, publish, onChanged, onEnqueued }: PaymentChangesOptions): PaymentChanges {
  function announce(payment: StoredPayment, change: Change): void {
    log.info({ payment: payment.id, event: change.event.kind, status: payment.status, version: payment.version }, 'payment changed');
    publish(payment);
    onChanged(payment, change);
    // An order that is overpaid gets its own webhook beside the completion's.
    if (change.webhook !== undefined || change.to === 'completed') onEnqueued();
  }

  return {
    async apply(id, change) {
      const payment = await changePayment(storage, id, change);
      if (payment !== null) announce(payment, change);
      return payment;
    },
    announce,
  };
}
