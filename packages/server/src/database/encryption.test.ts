import { describe, expect, it } from 'vitest';
import { Secret } from '../config/secret.ts';
import { createEncryption } from './encryption.ts';

describe('the encryption of stored texts', () => {
  const secret = new Secret('a-secret');
  it('decrypts what it encrypted, and encrypts the same text differently each time', () => {
    const { encrypt, decrypt } = createEncryption(secret, 'here');
    const [one, two] = [encrypt('é token'), encrypt('é token')];
    expect(one).not.toBe(two);
    expect([decrypt(one), decrypt(two)]).toEqual(['é token', 'é token']);
  });

  it('decrypts nothing of another purpose or secret, cut, or changed in any byte', () => {
    const { encrypt, decrypt } = createEncryption(secret, 'here');
    const encrypted = encrypt('token');
    expect(createEncryption(secret, 'there').decrypt(encrypted)).toBeNull();
    expect(createEncryption(new Secret('another'), 'here').decrypt(encrypted)).toBeNull();
    const bytes = Buffer.from(encrypted.slice(3), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(decrypt(`v1.${changed.toString('base64url')}`)).toBeNull();
      expect(decrypt(`v1.${bytes.subarray(0, index).toString('base64url')}`)).toBeNull();
    }
    expect(decrypt('')).toBeNull();
    expect(decrypt('the token in clear')).toBeNull();
    expect(decrypt(`v2.${encrypted.slice(3)}`)).toBeNull();
    expect(decrypt(`${encrypted.slice(3)}v1.`)).toBeNull();
  });
});
