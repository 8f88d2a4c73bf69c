import { type Msisdn, readMsisdn } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { readPaymentId } from './readAnswers.ts';

const PAYMENT_KEY = 'tsena:payment';
const NUMBER_KEY = 'tsena:msisdn';

/** Uses `localStorage`. Returns null if a setting or a sandboxed frame forbids it; nothing is stored then. */
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
    return stored?.startsWith(hash) ? readPaymentId(stored.slice(hash.length)) : null;
  });
}

/** Stores a payment's id, so that the payment can be loaded after the order token has expired. */
export function storePaymentId(orderToken: string, id: PaymentId): void {
  withStorage((storage) => storage.setItem(PAYMENT_KEY, hashOrderToken(orderToken) + id));
}

/** Loads the number that the shopper asked this device to remember. */
export function loadNumber(): Msisdn | null {
  const reading = readMsisdn(withStorage((storage) => storage.getItem(NUMBER_KEY)) ?? '');
  return reading.ok ? reading.msisdn : null;
}

/** Stores the number, or removes it if it is null. */
export function storeNumber(msisdn: Msisdn | null): void {
  withStorage((storage) => (msisdn === null ? storage.removeItem(NUMBER_KEY) : storage.setItem(NUMBER_KEY, msisdn)));
}
