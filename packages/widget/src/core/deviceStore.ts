import { isMsisdn, type Msisdn } from '@tsena/shared';
import type { Payment, PaymentId } from '@tsena/shared/checkout';
import { isPaymentId } from './paymentId.ts';

const PAYMENT_KEY = 'tsena:payment';
const NUMBER_KEY = 'tsena:msisdn';
const REPORTED_KEY = 'tsena:reported:';

/** Uses the browser's storage. Returns null if a setting or a sandboxed frame forbids it; nothing is stored then. */
function withStorage<T>(callback: (storage: Storage) => T): T | null {
  try {
    return callback(localStorage);
  } catch {
    return null;
  }
}

/** Hashes an order token (FNV-1a), so that the token itself is not stored. */
function hashOrderToken(orderToken: string): string {
  let hash = 0x811c9dc5;
  for (const unit of orderToken) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193);
  return `${hash >>> 0} `;
}

/** Loads the id of the order's payment, if it is the last one that this device stored. */
export function loadPaymentId(orderToken: string): PaymentId | null {
  const hash = hashOrderToken(orderToken);
  return withStorage((storage) => {
    const stored = storage.getItem(PAYMENT_KEY);
    const id = stored?.startsWith(hash) && stored.slice(hash.length);
    return isPaymentId(id) ? id : null;
  });
}

/** Stores a payment's id, so that the payment can be loaded after the order token has expired. */
export function storePaymentId(orderToken: string, id: PaymentId): void {
  withStorage((storage) => storage.setItem(PAYMENT_KEY, hashOrderToken(orderToken) + id));
}

/**
 * Returns whether {@link storeReported} has stored this state of the payment in this page session. A reload continues
 * the session.
 */
export function wasReported({ id, status }: Payment): boolean {
  return withStorage(() => sessionStorage.getItem(REPORTED_KEY + id)) === status;
}

/** Stores that the page has received an event for this state of the payment. */
export function storeReported({ id, status }: Payment): void {
  withStorage(() => sessionStorage.setItem(REPORTED_KEY + id, status));
}

/** Loads the number that the shopper asked this device to remember. */
export function loadNumber(): Msisdn | null {
  const stored = withStorage((storage) => storage.getItem(NUMBER_KEY)) ?? '';
  return isMsisdn(stored) ? stored : null;
}

/** Stores the number, or removes it if it is null. */
export function storeNumber(msisdn: Msisdn | null): void {
  withStorage((storage) => (msisdn === null ? storage.removeItem(NUMBER_KEY) : storage.setItem(NUMBER_KEY, msisdn)));
}
