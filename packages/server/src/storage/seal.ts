import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secret } from '../secret.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1.';

/** Encrypts what is kept, so that a stolen database tells nothing of it. */
export interface Seal {
  seal(text: string): string;
  /** The text; null if it was sealed with another secret, for another place, or was changed since. */
  open(sealed: string): string | null;
}

/**
 * AES-256-GCM under a key derived from a secret by HKDF.
 *
 * @param place where it is kept; what is sealed for one place does not open in another
 */
export function createSeal(secret: Secret, place: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret.reveal(), '', `tsena ${place}`, KEY_BYTES));
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${VERSION}${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
      if (!sealed.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch {
        // The tag does not fit: not ours, or changed.
        return null;
      }
    },
  };
}
