import { describe, expect, it } from 'vitest';
import { Accounts, toCents, writeCents } from './accounts.ts';

const [ONE, OTHER] = ['0343500003', '0343500004'] as const;

describe('accounts', () => {
  it('know their numbers, and no others', () => {
    const accounts = new Accounts([ONE], 1000);
    expect([accounts.has(ONE), accounts.has(OTHER)]).toEqual([true, false]);
    expect([
      accounts.covers(ONE, 100_000n),
      accounts.covers(ONE, 100_001n),
      accounts.covers(OTHER, 1n),
      accounts.covers(OTHER, 0n),
    ]).toEqual([true, false, false, true]);
  });

  it('move an amount to the receiver, less the fee, and top the payer up', () => {
    const accounts = new Accounts([ONE, OTHER], 1000);
    expect(accounts.transfer(ONE, OTHER, 100_000n, 546n)).toBe(true);
    expect(accounts.list()).toEqual([
      { msisdn: ONE, balance: '1000' },
      { msisdn: OTHER, balance: '1994.54' },
    ]);
    expect(accounts.audit()).toEqual([]);
  });

  it('leave a payer alone who still holds as much as was set', () => {
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
    ['the payer does not hold it', ONE, OTHER, 100_001n],
    ['the payer is unknown', '0341234567', OTHER, 1n],
    ['the receiver is unknown', ONE, '0341234567', 1n],
  ])('move nothing where %s', (_case, from, to, cents) => {
    const accounts = new Accounts([ONE, OTHER], 1000);
    expect(accounts.transfer(from, to, cents, 0n)).toBe(false);
    expect(accounts.list().map(({ balance }) => balance)).toEqual(['1000', '1000']);
    expect(accounts.audit()).toEqual([]);
  });

  it('hold what they were funded with, however often', () => {
    const accounts = new Accounts([ONE], 1000);
    accounts.fund(ONE, 200);
    accounts.fund(OTHER, 50);
    expect(accounts.list()).toEqual([
      { msisdn: ONE, balance: '200' },
      { msisdn: OTHER, balance: '50' },
    ]);
    expect(accounts.audit()).toEqual([]);
  });

  it('find an account that is overdrawn', () => {
    const accounts = new Accounts([ONE, OTHER], 1000);
    accounts.transfer(ONE, OTHER, 0n, 300_000n);
    expect(accounts.audit()).toEqual([`${OTHER} is overdrawn by 2000 Ar`]);
  });
});

describe('cents', () => {
  it.each([
    [15_000n, '150'],
    [546n, '5.46'],
    [505n, '5.05'],
    [550n, '5.50'],
    [5n, '0.05'],
    [0n, '0'],
  ])('%s are written as %s Ariary', (cents, ariary) => {
    expect(writeCents(cents)).toBe(ariary);
  });

  it('are a hundred to an Ariary', () => {
    expect([toCents(150), toCents('25000')]).toEqual([15_000n, 2_500_000n]);
  });
});
