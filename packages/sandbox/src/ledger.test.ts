import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger, type Order } from './ledger.ts';
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
