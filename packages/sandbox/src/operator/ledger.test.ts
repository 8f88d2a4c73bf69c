import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createInitiation } from '../testing/initiation.ts';
import { Ledger } from './ledger.ts';
import { applyDefaults, type SandboxOptions } from './options.ts';

const [ONE, OTHER] = ['0343500003', '0343500004'] as const;

function createLedger(options: SandboxOptions = {}): Ledger {
  return new Ledger(applyDefaults(options), () => undefined);
}

describe('Ledger', () => {
  it('complete debits the payer once and credits the receiver with the amount less the fee', () => {
    const ledger = createLedger();
    const { serverCorrelationId: id } = ledger.create(createInitiation());
    ledger.complete(id);
    expect(() => ledger.complete(id)).toThrow('already completed');
    expect(ledger.find(id)).toMatchObject({ status: 'completed', debits: 1, fees: [{ feeAmount: '375' }] });
    expect(ledger.accounts.list()).toEqual([
      { msisdn: ONE, balance: '10000000' },
      { msisdn: OTHER, balance: '10024625' },
    ]);
    expect(ledger.audit()).toEqual([]);
  });
  it.each([
    ['rounded', '10000', '150'],
    ['rounded', '364', '6'],
    ['exact', '202', '3.03'],
    ['none', '10000', '0'],
  ] as const)('the fee %s of %s Ariary is %s, in both dialects', (fee, amount, feeAmount) => {
    for (const dialect of ['spec', 'live'] as const) {
      const ledger = createLedger({ dialect, behaviour: { fee } });
      const { serverCorrelationId: id } = ledger.create(createInitiation({ amount }));
      expect(ledger.complete(id).fees).toEqual([{ feeAmount }]);
      expect(ledger.audit()).toEqual([]);
    }
  });
  it('complete fails a transaction whose payer has too little by then, and moves nothing', () => {
    const ledger = createLedger();
    const { serverCorrelationId: id } = ledger.create(createInitiation({ amount: '1001' }));
    ledger.accounts.setBalance(ONE, 1000);
    expect(ledger.complete(id)).toMatchObject({ status: 'failed', debits: 0 });
    expect(ledger.accounts.list()).toMatchObject([{ balance: '1000' }, { balance: '10000000' }]);
  });
  it('keeps the newest final transactions, all pending ones, and the counts of all', () => {
    const ledger = createLedger({ keepFinal: 3 });
    const pendingId = ledger.create(createInitiation()).serverCorrelationId;
    const references = Array.from(
      { length: 10 },
      () => ledger.complete(ledger.create(createInitiation()).serverCorrelationId).objectReference ?? '',
    );
    expect(ledger.list()).toHaveLength(4);
    expect(ledger.find(pendingId)).toMatchObject({ status: 'pending' });
    expect(references.map((reference) => ledger.findByReference(reference) !== undefined)).toEqual([
      ...Array(7).fill(false),
      true,
      true,
      true,
    ]);
    expect(ledger.countByStatus()).toEqual({ pending: 1, completed: 10, failed: 0 });
    expect(ledger.audit()).toEqual([]);
  });

  it('audit reports a completed transaction without a debit, and an overdrawn account', () => {
    const ledger = createLedger();
    const { serverCorrelationId: id } = ledger.create(createInitiation());
    ledger.complete(id);
    Object.assign(ledger.find(id) ?? {}, { debits: 0 });
    ledger.accounts.transfer(ONE, OTHER, 0n, 2_000_000_000n);
    expect(ledger.audit()).toEqual([`${OTHER} is overdrawn by 9975375 Ar`, `${id} is completed and has 0 debits`]);
  });

  it('issueReference counts up in nine digits from the clock, so that a restarted sandbox does not soon issue a reference again', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date'] });
    const readFirst = () => Number(createLedger().issueReference());
    const first = readFirst();
    expect(first).toBeGreaterThanOrEqual(100_000_000);
    expect(first).toBeLessThanOrEqual(999_999_999);
    vi.setSystemTime(Date.UTC(2026, 0, 1) + 60_000);
    expect(readFirst()).toBe(first + 6000);
    // The last reference of nine digits is followed by the first one.
    vi.setSystemTime((900_000_000 * 200 - 2) * 10);
    const ledger = createLedger();
    expect([ledger.issueReference(), ledger.issueReference()]).toEqual(['999999999', '100000000']);
    vi.useRealTimers();
  });

  const step = fc.oneof(
    fc.record({ do: fc.constant('open' as const), amount: fc.integer({ min: 100, max: 5000 }), back: fc.boolean() }),
    fc.record({ do: fc.constantFrom('complete' as const, 'fail' as const), pick: fc.nat(30) }),
    fc.record({ do: fc.constant('fund' as const), balance: fc.nat(10_000) }),
  );
  it('audit reports no violation after any sequence of changes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('spec' as const, 'live' as const),
        fc.array(step, { maxLength: 60 }),
        (dialect, steps) => {
          const ledger = createLedger({ dialect, balance: 6000, keepFinal: 5 });
          const ids: string[] = [];
          const final = new Map<string, string>();
          for (const taken of steps) {
            if (taken.do === 'open') {
              const [debitMsisdn, creditMsisdn] = taken.back ? [OTHER, ONE] : [ONE, OTHER];
              ids.push(
                ledger.create(createInitiation({ amount: String(taken.amount), debitMsisdn, creditMsisdn }))
                  .serverCorrelationId,
              );
            } else if (taken.do === 'fund') {
              ledger.accounts.setBalance(ONE, taken.balance);
            } else {
              const id = ids[taken.pick % ids.length];
              if (id === undefined) continue;
              if (final.has(id)) expect(() => ledger[taken.do](id)).toThrow();
              else final.set(id, ledger[taken.do](id).status);
            }
            expect(ledger.audit()).toEqual([]);
          }
          for (const { serverCorrelationId, status } of ledger.list())
            expect(final.get(serverCorrelationId) ?? 'pending').toBe(status);
        },
      ),
      { numRuns: 200 },
    );
  });
});
