import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secret } from '../config/secret.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1.';

/** Encrypts a text before it is stored, so that a stolen database does not reveal it. */
export interface Encryption {
  encrypt(text: string): string;
  /** The text; null if it was encrypted with another secret or for another purpose, or was changed. */
  decrypt(encrypted: string): string | null;
}

/**
 * AES-256-GCM with a key that HKDF derives from a secret.
 *
 * @param purpose what is encrypted and where it is stored; a text that was encrypted for one purpose does not decrypt
 *   for another
 */
export function createEncryption(secret: Secret, purpose: string): Encryption {
  const key = Buffer.from(hkdfSync('sha256', secret.reveal(), '', `tsena ${purpose}`, KEY_BYTES));
  return {
    encrypt(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${VERSION}${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted.slice(VERSION.length), 'base64url');
      if (!encrypted.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        );
      } catch {
        // The authentication tag does not match: another key, or changed bytes.
        return null;
      }
    },
  };
}
