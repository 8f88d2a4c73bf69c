import { createHash, randomBytes } from 'node:crypto';
import type { PaymentId } from '@tsena/shared/checkout';
import type { ReviewReason, Webhook } from '@tsena/shared/merchant';
import type { Clock } from '../clock.ts';
import type { StoredPayment } from './schema.ts';
import type { Store } from './store.ts';

/** What the storage's functions work with. */
export interface Storage {
  readonly store: Store;
  readonly clock: Clock;
  /** The name of this process, in leases. */
  readonly owner: string;
  /** Whether webhooks are sent; if not, nothing is put into the outbox. */
  readonly webhooksEnabled: boolean;
  /** A payment as a webhook carries it. */
  describe(payment: StoredPayment, reviewReasons: readonly ReviewReason[]): Webhook['data'];
}

/** A new unguessable payment id: 128 random bits. */
export function newPaymentId(): PaymentId {
  return `pay_${randomBytes(16).toString('base64url')}` as PaymentId;
}

/** What is kept of a callback secret, so that a stolen database opens no callback address. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
