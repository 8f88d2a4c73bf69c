import type { PaymentId } from '@tsena/shared/checkout';
import type { StoredPayment } from '../../database/schema.ts';
import type { Log } from '../../log/log.ts';
import type { InputKind, InputOf, OutcomeOf } from '../rules/decide.ts';
import type { Storage } from '../storage/storage.ts';
import type { WrittenChange } from '../storage/writeDecision.ts';
import { type Alongside, type Applied, applyDecision } from './applyDecision.ts';

/** Changes payments, and announces each change once it is durable. */
export interface PaymentChanges {
  /**
   * Decides what happens to a payment, makes it durable and announces it. Undefined if there is no payment with this
   * id.
   *
   * @param alongside writes something else in the same transaction, if the decision changes the payment
   */
  apply<Kind extends InputKind>(
    id: PaymentId,
    input: InputOf<Kind>,
    alongside?: Alongside,
  ): Promise<Applied<OutcomeOf<Kind>> | undefined>;
  /** Announces changes that a larger transaction has made durable. */
  announce(written: readonly WrittenChange[]): void;
}

/** What {@link createPaymentChanges} takes. */
export interface PaymentChangesOptions {
  readonly storage: Storage;
  readonly log: Log;
  /** Sends the payment to those who subscribed to it. */
  publish(payment: StoredPayment): void;
  /** Called after each change, for the metrics. */
  onChanged(payment: StoredPayment, change: WrittenChange['change']): void;
  /** Called when webhooks were queued. */
  onEnqueued(): void;
}

/** Makes {@link PaymentChanges} on a storage. */
export function createPaymentChanges({
  storage,
  log,
  publish,
  onChanged,
  onEnqueued,
}: PaymentChangesOptions): PaymentChanges {
  function announce(written: readonly WrittenChange[]): void {
    for (const { payment, change } of written) {
      log.info(
        { payment: payment.id, event: change.event.kind, status: payment.status, version: payment.version },
        'payment changed',
      );
      onChanged(payment, change);
    }
    const last = written.at(-1)?.payment;
    if (last !== undefined) publish(last);
    if (written.some(({ change }) => change.webhook !== undefined)) onEnqueued();
  }

  return {
    async apply(id, input, alongside) {
      const applied = await applyDecision(storage, id, input, alongside);
      announce(applied?.written ?? []);
      return applied;
    },
    announce,
  };
}
