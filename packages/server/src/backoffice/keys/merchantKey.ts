import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 30;
const CHECKSUM_CHARACTERS = 6;
const FORMAT = /^tsena_(?:live|test)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
/** How many random characters lists show. The others still have more than 128 bits. */
const HINT_CHARACTERS = 4;

/** Creates a merchant key: a prefix by which scanners find leaked keys, 178 random bits, and a checksum. */
export function newMerchantKey(environment: 'sandbox' | 'production'): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${environment === 'production' ? 'tsena_live_' : 'tsena_test_'}${random}${checksum(random)}`;
}

/**
 * Whether a text has the format of a merchant key and the right checksum. Only then is it worth a look into the
 * database.
 */
export function isMerchantKey(text: string): boolean {
  const [, random, check] = FORMAT.exec(text) ?? [];
  return random !== undefined && checksum(random) === check;
}

/** The SHA-256 of a key. Only this hash is stored: the key is random, so the hash cannot be guessed back. */
export function hashMerchantKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The beginning of a key, by which a person recognizes it. */
export function hintOf(key: string): string {
  return `${key.slice(0, key.lastIndexOf('_') + 1 + HINT_CHARACTERS)}…`;
}

/** CRC32 of the random characters, in base 62. */
function checksum(random: string): string {
  let rest = crc32(random);
  let written = '';
  while (written.length < CHECKSUM_CHARACTERS) {
    written = `${ALPHABET[rest % ALPHABET.length]}${written}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return written;
}
