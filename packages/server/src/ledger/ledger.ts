import { createHash, randomBytes } from 'node:crypto';
import type { Payment, PaymentId } from '@tsena/shared/checkout';
import type { Clock } from '../clock.ts';
import { wasUndone } from './failure.ts';
import type { StoredPayment } from './schema.ts';
import type { Store, Work } from './store.ts';

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

const MAX_RUNS = 5;

/**
 * Runs work in one transaction: all of it is durable when this resolves. When it rejects, none of it happened, unless the
 * connection broke while it was being committed. The work runs again where the database undid it for another's sake.
 */
export async function transact<T>(ledger: Ledger, work: (work: Work) => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await ledger.store.db.transaction().execute(work);
    } catch (error) {
      if (run === MAX_RUNS || !wasUndone(error)) throw error;
    }
  }
}

/** A new unguessable payment id: 128 random bits. */
export function newPaymentId(): PaymentId {
  return `pay_${randomBytes(16).toString('base64url')}` as PaymentId;
}

/** What is kept of a callback secret, so that a stolen database opens no callback address. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
