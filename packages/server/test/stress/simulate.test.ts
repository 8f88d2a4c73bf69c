import { describe, expect, it } from 'vitest';
import { runPlan, runSeeds } from './simulate.ts';
import { type Action, planOf } from './simulationPlan.ts';

const DAY = 24 * 60 * 60_000;

it('runSeeds: each payment ends with the operator’s result, whatever fails on the way', async () => {
  const { figures, failed } = await runSeeds({ seed: 16, size: 35 });
  expect(failed).toEqual([]);
  expect(figures.debits).toBeGreaterThan(20);
  expect(figures.crashes).toBeGreaterThan(2);
  expect(figures.refunds).toBeGreaterThan(0);
  expect(figures.counterPayments).toBeGreaterThan(2);
  expect(figures.sales).toBeGreaterThan(0);
}, 600_000);

describe('runPlan', () => {
  it('a clock that goes back while a companion starts leaves no payment in sending', async () => {
    const press = { kind: 'press', payer: -1, amount: 0, clicks: 1, page: 0, againAfterMs: null } as const;
    const actions: Action[] = [
      { afterMs: 6000, event: { kind: 'clock', byMs: 4 * DAY, forMs: 300_000 } },
      { afterMs: 15_000, event: { ...press, order: 3 } },
      { afterMs: 40, event: { kind: 'crash', instance: 1, downMs: 3000 } },
      { afterMs: 3000, event: { ...press, order: 4 } },
    ];
    const seed = { seed: 1002414, instances: 1, slowCommitMs: 1, slowStatementMs: 2, callsBackAtOnce: false } as const;
    await runPlan({ ...seed, actions });
  }, 60_000);

  const press = { kind: 'press', order: 1, payer: -1, amount: 0, clicks: 1, page: 0, againAfterMs: null } as const;
  /** The clock of two companions' database, or of one companion's machine. */
  const behind = { kind: 'clock', byMs: -60 * 60_000, forMs: 10_000 } as const;
  it.each<[string, 1 | 2, Action[]]>([
    [
      'starts',
      1,
      [
        { afterMs: 200_000, event: behind },
        { afterMs: 4000, event: press },
        { afterMs: 8000, event: { kind: 'crash', instance: 0, downMs: 100 } },
        { afterMs: 2000, event: press },
      ],
    ],
    [
      'hung',
      2,
      [
        { afterMs: 200_000, event: behind },
        { afterMs: 10, event: { kind: 'hang', instance: 1, forMs: 32_100 } },
        { afterMs: 6000, event: press },
        { afterMs: 26_200, event: press },
        { afterMs: 50, event: press },
        { afterMs: 50, event: press },
      ],
    ],
  ])(
    'a companion that %s while its clock was behind sends no second prompt to an order',
    async (_what, instances, actions) => {
      for (let seed = 1; seed <= 8; seed += 1)
        await runPlan({ seed, instances, slowCommitMs: 1, slowStatementMs: 2, callsBackAtOnce: false, actions });
    },
    60_000,
  );

  it.each(['reference read', 'sale decided', 'sale written'] as const)(
    'of three sellers with one reference, one makes the sale, though a companion crashes at “%s”',
    async (point) => {
      const actions: Action[] = [
        { afterMs: 6000, event: { kind: 'crash at', instance: 0, point, downMs: 100 } },
        {
          afterMs: 1000,
          event: {
            kind: 'sale',
            ...{ transaction: -1, payer: 0, amount: 0, agedMs: 0, isRightAmount: true },
            ...{ sellers: 3, taps: 2, againAfterMs: 15_000 },
          },
        },
        // The faults last until the last action.
        { afterMs: 20_000, event: { kind: 'shop', state: 'slow', forMs: 3000 } },
      ];
      for (const instances of [1, 2] as const) {
        const { figures } = await runPlan({
          ...{ seed: 3, instances, slowCommitMs: 5, slowStatementMs: 5, callsBackAtOnce: false },
          actions,
        });
        expect([figures.crashes, figures.payments, figures.sales]).toEqual([1, 1, 1]);
      }
    },
    60_000,
  );

  it('an e-mail that the mail server has accepted reports each payment of a link', async () => {
    const press = { kind: 'press link', link: 0, isRepeated: false, clicks: 1 } as const;
    const actions: Action[] = [
      { afterMs: 6000, event: { kind: 'create link', isReusable: true, expiresInMs: null } },
      { afterMs: 1000, event: { ...press, payer: 0 } },
      { afterMs: 1000, event: { ...press, payer: 1 } },
    ];
    const seed = { seed: 2, instances: 1, slowCommitMs: 1, slowStatementMs: 2, callsBackAtOnce: false } as const;
    expect((await runPlan({ ...seed, actions })).figures.debits).toBeGreaterThan(0);
  }, 60_000);

  it('runs the same steps for the same seed', async () => {
    const [first, second, other] = [await runPlan(planOf(7)), await runPlan(planOf(7)), await runPlan(planOf(9))];
    expect(second).toEqual(first);
    expect(other.hash).not.toBe(first.hash);
  }, 600_000);
});
