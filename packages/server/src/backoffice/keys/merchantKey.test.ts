import { describe, expect, it } from 'vitest';
import { hashMerchantKey, hintOf, isMerchantKey, newMerchantKey } from './merchantKey.ts';

describe('a merchant key', () => {
  it('has a prefix for its environment, 30 random characters and 6 of the checksum', () => {
    expect(newMerchantKey('production')).toMatch(/^tsena_live_[0-9A-Za-z]{36}$/);
    expect(newMerchantKey('sandbox')).toMatch(/^tsena_test_[0-9A-Za-z]{36}$/);
    const keys = Array.from({ length: 200 }, () => newMerchantKey('sandbox'));
    expect(new Set(keys).size).toBe(200);
    expect(keys.filter((key) => !isMerchantKey(key))).toEqual([]);
  });

  it('ends with the CRC32 of its random characters in base 62', () => {
    // The CRC32 of thirty zeros is 0x77e5db82.
    expect(isMerchantKey(`tsena_test_${'0'.repeat(30)}2C8GjS`)).toBe(true);
    expect(isMerchantKey(`tsena_live_${'0'.repeat(30)}000000`)).toBe(false);
  });

  it('is not recognized with a typing mistake, cut, longer, or with another prefix', () => {
    const key = newMerchantKey('sandbox');
    const other = key.endsWith('0') ? '1' : '0';
    for (const wrong of [
      `${key.slice(0, -1)}${other}`,
      key.slice(0, -1),
      `${key}0`,
      key.replace('test', 'prod'),
      '',
      'tsena_test_',
    ]) {
      expect(isMerchantKey(wrong), wrong).toBe(false);
    }
  });

  it('is stored as SHA-256, and its hint shows four random characters', () => {
    expect(hashMerchantKey('tsena_test_x')).toBe('y7CeqiHI0hQ5gt93KcYEy5g6ptOv_RewdkpRx9YVgzY');
    expect(hintOf(`tsena_live_${'Ab12'.padEnd(36, 'z')}`)).toBe('tsena_live_Ab12…');
  });
});
