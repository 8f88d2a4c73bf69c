import { createHash, randomBytes } from 'node:crypto';
import type { Payment, PaymentId } from '@tsena/shared/checkout';
import type { Clock } from '../clock.ts';
import type { StoredPayment } from './schema.ts';
import type { Store } from './store.ts';

/** What the ledger's functions work with. */
export interface Ledger {
  readonly store: Store;
  readonly clock: Clock;
  /** This process, in leases. */
  readonly owner: string;
  /** Whether the shop is told of events; without it nothing is put into the outbox. */
  readonly tellsShop: boolean;
  /** A payment as the shop sees it, for a webhook's body. */
  describe(payment: StoredPayment): Payment;
}

/** A new unguessable payment id: 128 random bits. */
export function newPaymentId(): PaymentId {
  return `pay_${randomBytes(16).toString('base64url')}` as PaymentId;
}

/** What is kept of a callback secret, so that a stolen database opens no callback address. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
