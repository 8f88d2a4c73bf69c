import { createHash, randomBytes } from 'node:crypto';

/** Without I, L, O and U, which people confuse with other signs when they read a reference aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/** The form of {@link createOrderSuffix}. */
export const ORDER_SUFFIX = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/** Creates the random part of a generated order reference: 12 characters, 60 random bits. */
export function createOrderSuffix(): string {
  return write(randomBytes(LENGTH));
}

/** The same form for the form that carries an order token: 60 bits of the token's SHA-256, which do not lead back. */
export function hashToOrderSuffix(orderToken: string): string {
  return write(createHash('sha256').update(`tsena form\n${orderToken}`).digest().subarray(0, LENGTH));
}

function write(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
