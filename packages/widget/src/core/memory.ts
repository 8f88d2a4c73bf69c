import { type Msisdn, readMsisdn } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { readPaymentId } from './read.ts';

const PAYMENT = 'tsena:payment';
const NUMBER = 'tsena:msisdn';

/** The browser's store, or nothing where a setting or a sandboxed frame forbids it: then nothing is remembered. */
function use<T>(act: (store: Storage) => T): T | null {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

/** A short fingerprint (FNV-1a): the order token itself is not kept. */
function fingerprint(orderToken: string): string {
  let hash = 0x811c9dc5;
  for (const unit of orderToken) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193);
  return `${hash >>> 0} `;
}

/** The id of the payment that this device began for an order, if that was its last. */
export function recallPayment(orderToken: string): PaymentId | null {
  const key = fingerprint(orderToken);
  return use((store) => {
    const kept = store.getItem(PAYMENT);
    return kept?.startsWith(key) ? readPaymentId(kept.slice(key.length)) : null;
  });
}

/** Keeps a payment's id, so that it is found again even when the order token has expired. */
export function keepPayment(orderToken: string, id: PaymentId): void {
  use((store) => store.setItem(PAYMENT, fingerprint(orderToken) + id));
}

/** The number that the shopper asked to remember on this device. */
export function recallNumber(): Msisdn | null {
  const reading = readMsisdn(use((store) => store.getItem(NUMBER)) ?? '');
  return reading.ok ? reading.msisdn : null;
}

/** Remembers the number, or with null forgets it. */
export function keepNumber(msisdn: Msisdn | null): void {
  use((store) => (msisdn === null ? store.removeItem(NUMBER) : store.setItem(NUMBER, msisdn)));
}
