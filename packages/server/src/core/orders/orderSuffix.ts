import { randomBytes } from 'node:crypto';

/** Without I, L, O and U, which people confuse with other signs when they read a reference aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/** The form of {@link createOrderSuffix}. */
export const ORDER_SUFFIX = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/** Creates the random part of a generated order reference: 12 characters, 60 random bits. */
export function createOrderSuffix(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
