import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger, LedgerError, type Order, type Transaction, toView } from './ledger.ts';
import { type SandboxOptions, settle } from './options.ts';

const [ONE, OTHER] = ['0343500003', '0343500004'] as const;

function createLedger(options: SandboxOptions = {}): Ledger {
  return new Ledger(settle(options), () => undefined);
}

function order(changes: Partial<Order> = {}): Order {
  return {
    amount: '25000',
    currency: 'Ar',
    debitMsisdn: ONE,
    creditMsisdn: OTHER,
    debitParty: [{ key: 'msisdn', value: ONE }],
    creditParty: [{ key: 'msisdn', value: OTHER }],
    description: 'Order 7',
    reference: 'R-1',
    correlationId: 'corr-1',
    partnerName: 'Shop',
    userLanguage: 'MG',
    callbackUrl: null,
    ...changes,
  };
}

describe('the ledger', () => {
  it('debits the payer once, and gives the receiver the rest after the fee', () => {
    const ledger = createLedger();
    const { serverCorrelationId: id } = ledger.open(order());
    ledger.complete(id);
    expect(() => ledger.complete(id)).toThrow('completed already');
    expect(ledger.find(id)).toMatchObject({ status: 'completed', debits: 1, fees: [{ feeAmount: '250' }] });
    expect(ledger.accounts.list()).toEqual([
      { msisdn: ONE, balance: '10000000' },
      { msisdn: OTHER, balance: '10024750' },
    ]);
    expect(ledger.audit()).toEqual([]);
  });
  it('moves nothing for a failed one', () => {
    const ledger = createLedger();
    ledger.fail(ledger.open(order()).serverCorrelationId);
    expect(ledger.accounts.list().map(({ balance }) => balance)).toEqual(['10000000', '10000000']);
  });
  it('writes decimals of a fee in the live dialect alone', () => {
    const feeOf = (dialect: 'spec' | 'live') => {
      const ledger = createLedger({ dialect });
      return ledger.complete(ledger.open(order({ amount: '546' })).serverCorrelationId).fees;
    };
    expect(feeOf('spec')).toEqual([{ feeAmount: '6' }]);
    expect(feeOf('live')).toEqual([{ feeAmount: '5.46' }]);
  });
  it('fails an approved one whose payer no longer holds the amount', () => {
    const ledger = createLedger();
    const { serverCorrelationId: id } = ledger.open(order());
    ledger.accounts.fund(ONE, 24_999);
    expect(ledger.complete(id)).toMatchObject({ status: 'failed', debits: 0, objectReference: null });
    expect(ledger.audit()).toEqual([]);
  });
  it('lets the oldest final ones go, keeps all that are pending, and forgets no sum', () => {
    const ledger = createLedger({ keepFinal: 3 });
    const waiting = ledger.open(order()).serverCorrelationId;
    const references = Array.from({ length: 10 }, () => ledger.complete(ledger.open(order()).serverCorrelationId).objectReference ?? '');
    expect(ledger.list()).toHaveLength(4);
    expect(ledger.find(waiting)).toMatchObject({ status: 'pending' });
    expect(references.map((reference) => ledger.findByReference(reference) !== undefined)).toEqual([
      ...Array(7).fill(false),
      true,
      true,
      true,
    ]);
    expect(ledger.counts()).toEqual({ pending: 1, completed: 10, failed: 0 });
    expect(ledger.audit()).toEqual([]);
  });
  it('is full when so many are pending', () => {
    const ledger = createLedger({ maxPending: 1 });
    const { serverCorrelationId: id } = ledger.open(order());
    expect(ledger.isFull()).toBe(true);
    ledger.fail(id);
    expect(ledger.isFull()).toBe(false);
  });
  it('finds what is wrong with itself', () => {
    const ledger = createLedger();
    const { serverCorrelationId: id } = ledger.open(order());
    ledger.complete(id);
    const tampered = ledger.find(id);
    Object.assign(tampered ?? {}, { debits: 2 });
    expect(ledger.audit()).toEqual([`${id} is completed and has 2 debits`]);
  });

  it.each([
    ['a completed one without a debit', { debits: 0 }, (id: string) => [`${id} is completed and has 0 debits`]],
    ['a completed one without its reference', { objectReference: null }, (id: string) => [`${id} is completed, its reference null`]],
    [
      'a completed one that reads pending again',
      { status: 'pending', debits: 0, objectReference: null },
      (id: string) => [`${id} is pending, but not listed as such`, '0 are counted as pending, 1 are'],
    ],
  ])('finds %s', (_what, changes, expected) => {
    const ledger = createLedger();
    const { serverCorrelationId: id } = ledger.open(order());
    ledger.complete(id);
    Object.assign(ledger.find(id) ?? {}, changes);
    expect(ledger.audit()).toEqual(expected(id));
  });

  it('finds a debit that no completed transaction accounts for', () => {
    const ledger = createLedger();
    const { serverCorrelationId: id } = ledger.open(order());
    Object.assign(ledger.find(id) ?? {}, { status: 'completed' });
    expect(ledger.audit()).toEqual([
      `${id} is completed and has 0 debits`,
      `${id} is completed, its reference null`,
      `${id} is completed, but not listed as such`,
      '1 are counted as pending, 0 are',
    ]);
  });

  it('settles nothing that is unknown or final, and says which', () => {
    const ledger = createLedger();
    const { serverCorrelationId: id } = ledger.open(order());
    ledger.fail(id);
    const errorOf = (act: () => unknown) => {
      try {
        act();
      } catch (error) {
        return error instanceof LedgerError ? [error.name, error.reason, error.message] : error;
      }
      return 'none';
    };
    for (const how of ['complete', 'fail'] as const) {
      expect(errorOf(() => ledger[how]('nobody'))).toEqual(['LedgerError', 'unknown', 'There is no transaction nobody.']);
      expect(errorOf(() => ledger[how](id))).toEqual(['LedgerError', 'conflict', 'The transaction is failed already.']);
    }
  });

  it('tells of every change, with the word, the time and the reason of it', () => {
    let now = 1000;
    const told: unknown[] = [];
    const tell = ({ status, operatorStatus, failure, createdAt, updatedAt }: Transaction) =>
      told.push([status, operatorStatus, failure, createdAt, updatedAt]);
    const ledger = new Ledger(settle({ now: () => now }), tell);
    const [paid, refused, declined, poor] = [ledger.open(order()), ledger.open(order()), ledger.open(order()), ledger.open(order())];
    now = 2000;
    ledger.complete(paid.serverCorrelationId);
    ledger.fail(refused.serverCorrelationId);
    ledger.fail(declined.serverCorrelationId, 'declined');
    ledger.accounts.fund(ONE, 0);
    ledger.complete(poor.serverCorrelationId, 'SUCCESS');
    expect(told).toEqual([
      ['pending', 'pending', null, 1000, 1000],
      ['pending', 'pending', null, 1000, 1000],
      ['pending', 'pending', null, 1000, 1000],
      ['pending', 'pending', null, 1000, 1000],
      ['completed', 'completed', null, 1000, 2000],
      ['failed', 'failed', 'Rejected by the subscriber', 1000, 2000],
      ['failed', 'declined', 'Rejected by the subscriber', 1000, 2000],
      ['failed', 'failed', 'Insufficient balance when it was approved', 1000, 2000],
    ]);
  });

  it('lists the newest first, and those of one status alone', () => {
    const ledger = createLedger();
    const [first, second, third] = [ledger.open(order()), ledger.open(order()), ledger.open(order())].map((one) => one.serverCorrelationId);
    ledger.fail(String(second));
    expect(ledger.list().map((one) => one.serverCorrelationId)).toEqual([third, second, first]);
    expect(ledger.list('pending').map((one) => one.serverCorrelationId)).toEqual([third, first]);
    expect(ledger.list('failed').map((one) => one.serverCorrelationId)).toEqual([second]);
    expect(ledger.list('completed')).toEqual([]);
  });

  it('gives references that count up from the clock, so that a restart repeats none', () => {
    const epoch = Date.UTC(2024, 0, 1);
    const before = Date.now() - epoch;
    const ledger = createLedger();
    const after = Date.now() - epoch;
    const first = Number(ledger.takeReference());
    expect(first).toBeGreaterThan(before);
    expect(first).toBeLessThanOrEqual(after + 1);
    expect(ledger.takeReference()).toBe(String(first + 1));
  });

  it('keeps the last fifty callbacks of a transaction, tells of each, and drops those of one that is gone', () => {
    let told = 0;
    const ledger = new Ledger(settle({}), () => {
      told += 1;
    });
    const { serverCorrelationId: id } = ledger.open(order());
    const callback = (ms: number) => ({
      at: '2026-01-01T00:00:00.000Z',
      kind: 'true' as const,
      transactionStatus: 'completed',
      status: 200,
      error: null,
      ms,
    });
    for (let n = 1; n <= 52; n += 1) ledger.noteCallback(id, callback(n));
    ledger.noteCallback('gone', callback(53));
    const kept = ledger.find(id)?.callbacks.map(({ ms }) => ms);
    expect([kept?.length, kept?.[0], kept?.at(-1), told]).toEqual([50, 3, 52, 53]);
  });

  it('shows a transaction without what is only its own', () => {
    const ledger = createLedger({ now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678) });
    const { serverCorrelationId: id } = ledger.open(order());
    const completed = ledger.complete(id);
    expect(toView(completed)).toEqual({
      serverCorrelationId: id,
      objectReference: completed.objectReference,
      transactionReference: completed.objectReference,
      status: 'completed',
      operatorStatus: 'completed',
      failure: null,
      amount: '25000',
      currency: 'Ar',
      debitMsisdn: ONE,
      creditMsisdn: OTHER,
      description: 'Order 7',
      reference: 'R-1',
      correlationId: 'corr-1',
      partnerName: 'Shop',
      userLanguage: 'MG',
      createdAt: '2026-01-02T03:04:05.678Z',
      updatedAt: '2026-01-02T03:04:05.678Z',
      callbackUrl: null,
      callbacks: [],
      fees: [{ feeAmount: '250' }],
    });
  });

  const step = fc.oneof(
    fc.record({ do: fc.constant('open' as const), amount: fc.integer({ min: 100, max: 5000 }), back: fc.boolean() }),
    fc.record({ do: fc.constantFrom('complete' as const, 'fail' as const), pick: fc.nat(30) }),
    fc.record({ do: fc.constant('fund' as const), balance: fc.nat(10_000) }),
  );
  it('holds its sums, states and debits whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.constantFrom('spec' as const, 'live' as const), fc.array(step, { maxLength: 60 }), (dialect, steps) => {
        const ledger = createLedger({ dialect, balance: 6000, keepFinal: 5 });
        const ids: string[] = [];
        const final = new Map<string, string>();
        for (const taken of steps) {
          if (taken.do === 'open') {
            const [debitMsisdn, creditMsisdn] = taken.back ? [OTHER, ONE] : [ONE, OTHER];
            ids.push(ledger.open(order({ amount: String(taken.amount), debitMsisdn, creditMsisdn })).serverCorrelationId);
          } else if (taken.do === 'fund') {
            ledger.accounts.fund(ONE, taken.balance);
          } else {
            const id = ids[taken.pick % ids.length];
            if (id === undefined) continue;
            if (final.has(id)) expect(() => ledger[taken.do](id)).toThrow();
            else final.set(id, ledger[taken.do](id).status);
          }
          expect(ledger.audit()).toEqual([]);
        }
        for (const { serverCorrelationId, status } of ledger.list()) expect(final.get(serverCorrelationId) ?? 'pending').toBe(status);
      }),
      { numRuns: 200 },
    );
  });
});
