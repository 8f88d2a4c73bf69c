import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { keyValuesSchema, valueUnder } from './parties.ts';

describe('valueUnder', () => {
  it('returns the first value of a repeated key', () => {
    const party = [
      { key: 'msisdn', value: '0343500003' },
      { key: 'msisdn', value: '0343500004' },
      { key: 'MSISDN', value: '0343500005' },
    ];
    expect(valueUnder(party, 'msisdn')).toBe('0343500003');
    expect(valueUnder([...party].reverse(), 'msisdn')).toBe('0343500005');
  });
});

describe('parties or metadata', () => {
  it('keep the order of their pairs, without entries that are none', () => {
    const list = [
      { key: 'a', value: '1', more: true },
      null,
      'b',
      { key: 'c' },
      { key: 'd', value: 4 },
      { key: 'e', value: ' ' },
    ];
    expect(z.parse(keyValuesSchema, list)).toEqual([
      { key: 'a', value: '1' },
      { key: 'd', value: '4' },
    ]);
  });

  it.each([
    ['a member for each key', { msisdn: '0343500003', other: null }, '0343500003'],
    ['one pair', { key: 'msisdn', value: 343500003 }, '343500003'],
  ])('may be an object with %s', (_name, party, msisdn) => {
    expect(z.parse(keyValuesSchema, party)).toEqual([{ key: 'msisdn', value: msisdn }]);
  });

  it.each([[null], [undefined], [{}], ['msisdn'], [42]])('%j is an empty list', (value) => {
    expect(z.parse(keyValuesSchema, value)).toEqual([]);
  });
});
