import { describe, expect, it } from 'vitest';
import { Accounts, formatCents } from './accounts.ts';

const [ONE, OTHER] = ['0343500003', '0343500004'] as const;

describe('Accounts', () => {
  it('transfer does not top up a payer whose balance is still high enough', () => {
    const accounts = new Accounts([ONE, OTHER], 1000);
    accounts.transfer(ONE, OTHER, 50_000n, 0n);
    accounts.transfer(OTHER, ONE, 20_000n, 0n);
    expect(accounts.list()).toEqual([
      { msisdn: ONE, balance: '1200' },
      { msisdn: OTHER, balance: '1300' },
    ]);
    expect(accounts.audit()).toEqual([]);
  });

  it.each([
    ['the payer’s balance is too low', ONE, OTHER, 100_001n],
    ['the payer is unknown', '0341234567', OTHER, 1n],
    ['the receiver is unknown', ONE, '0341234567', 1n],
  ])('transfer moves nothing if %s', (_case, from, to, cents) => {
    const accounts = new Accounts([ONE, OTHER], 1000);
    expect(accounts.transfer(from, to, cents, 0n)).toBe(false);
    expect(accounts.list().map(({ balance }) => balance)).toEqual(['1000', '1000']);
    expect(accounts.audit()).toEqual([]);
  });

  it('audit reports an overdrawn account', () => {
    const accounts = new Accounts([ONE, OTHER], 1000);
    accounts.transfer(ONE, OTHER, 0n, 300_000n);
    expect(accounts.audit()).toEqual([`${OTHER} is overdrawn by 2000 Ar`]);
  });
});

describe('cents', () => {
  it.each([
    [546n, '5.46'],
    [505n, '5.05'],
    [5n, '0.05'],
  ])('formatCents formats %s cents as %s Ariary', (cents, ariary) => {
    expect(formatCents(cents)).toBe(ariary);
  });
});
