import type { Ariary } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OperatorSimulator } from '../../test/stress/operatorSimulator.ts';
import { msisdn, testCompanion } from '../../test/support/testCompanion.ts';
import { systemClock } from '../clock.ts';
import { findPayment } from '../storage/reads.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { openStore, type Store } from '../storage/store.ts';
import { initiate } from './initiate.ts';

let store: Store;
beforeEach(async () => {
  store = await openStore('file::memory:');
});
afterEach(() => store.close());

/** Pays an order in a process whose clock moves by so many ms between the commit of `sending` and the request. */
async function payWithPause(byMs: number): Promise<{ readonly payment: StoredPayment | undefined; readonly simulator: OperatorSimulator }> {
  let now = Date.parse('2026-01-01T00:00:00Z');
  let elapsed = 0;
  const simulator = new OperatorSimulator();
  const clock = systemClock(
    () => now,
    () => elapsed,
  );
  const companion = testCompanion({
    store,
    clock,
    operator: simulator.connect(() => false),
    at(step) {
      if (step !== 'sending written') return;
      now += byMs;
      elapsed += Math.max(0, byMs);
    },
  });
  const opening = await initiate(companion, {
    claims: { sub: 'ORDER-1' as OrderReference, amount: 25_000 as Ariary, currency: 'MGA' },
    msisdn: msisdn('0343500003'),
    language: 'fr',
    addressHash: null,
  });
  if (opening.kind !== 'opened') throw new Error(`the attempt was not opened: ${opening.kind}`);
  await Promise.all(companion.underWay.values());
  return { payment: await findPayment(store.db, opening.payment.id), simulator };
}

describe('a process that pauses after it wrote an attempt as sending', () => {
  // Simulated seed 7022: the next payment of the order was sent at the same moment, and the payer had two prompts.
  it.each([
    ['for as long as its lease lasts', 12_000],
    ['for longer than the cool-down', 140_000],
    ['while the clock is set back', -3_600_000],
  ])('does not send it: %s', async (_how, byMs) => {
    const { payment, simulator } = await payWithPause(byMs);
    expect(simulator.initiations).toEqual([]);
    expect(payment).toMatchObject({ status: 'failed', failure_code: 'not_sent', sent_at: null });
  });

  it('sends it if the pause was shorter', async () => {
    const { payment, simulator } = await payWithPause(11_000);
    expect(simulator.initiations).toEqual([payment?.reference]);
    expect(payment).toMatchObject({ status: 'pending' });
  });
});
