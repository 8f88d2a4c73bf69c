import type { Ariary } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { deferred } from '@tsena/testkit/deferred';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OperatorSimulator } from '../../test/stress/operatorSimulator.ts';
import { testClock, testSettings } from '../../test/support/operatorFixture.ts';
import { msisdn, type TestCompanion, testCompanion } from '../../test/support/testCompanion.ts';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createOperator } from '../operator/client.ts';
import type { Reply } from '../operator/outcome.ts';
import { checkAndRelease } from '../poller.ts';
import { LEASE_MS } from '../rules/lease.ts';
import { leaseDue } from '../storage/leases.ts';
import { findPayment } from '../storage/reads.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { openStore, type Store } from '../storage/store.ts';
import { initiate } from './initiate.ts';

let store: Store;
beforeEach(async () => {
  store = await openStore('file::memory:');
});
afterEach(() => store.close());

async function pay(companion: TestCompanion): Promise<StoredPayment> {
  const opening = await initiate(companion, {
    claims: { sub: 'ORDER-1' as OrderReference, amount: 25_000 as Ariary, currency: 'MGA' },
    msisdn: msisdn('0343500003'),
    language: 'fr',
    addressHash: null,
  });
  if (opening.kind !== 'opened') throw new Error(`the attempt was not opened: ${opening.kind}`);
  await Promise.all(companion.sendingIds.values());
  return opening.payment;
}

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
  const { id } = await pay(companion);
  return { payment: await findPayment(store.db, id), simulator };
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

/** The operator's answers to one process: the first token comes at once; the next one, and what comes after it, when the test releases it. */
function slowTokens() {
  const asked = deferred();
  const release = deferred();
  const clock = testClock();
  const references: string[] = [];
  let tokens = 0;
  const answer = (status: number, body: unknown): Reply => ({ kind: 'answer', status, body, empty: false, retryAfterMs: null });
  const operator = createOperator({
    settings: testSettings('https://operator.test'),
    clock,
    wallClock: clock,
    log: createLog('silent'),
    http: {
      async send({ path, body }) {
        if (path === '/token') {
          tokens += 1;
          if (tokens > 1) {
            asked.resolve();
            await release.promise;
          }
          return answer(200, { access_token: `token-${tokens}`, scope: 'simulated', token_type: 'Bearer', expires_in: 3600 });
        }
        references.push(JSON.parse(body ?? '{}').requestingOrganisationTransactionReference);
        return answer(202, { status: 'pending', serverCorrelationId: 'a-1', notificationMethod: 'polling' });
      },
      close: () => undefined,
    },
  });
  return { operator, clock, references, asked: asked.promise, release: () => release.resolve() };
}

describe('a process whose token expires between its commit of `sending` and the request', () => {
  /** Pays, and lets so much time pass before the next token comes. */
  async function payWithSlowToken(waitMs: number, meanwhile: (now: () => number) => Promise<void> = async () => undefined) {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const tokens = slowTokens();
    const companion = testCompanion({
      store,
      clock: { now: () => now },
      operator: tokens.operator,
      at(step) {
        if (step === 'sending written') tokens.clock.advance(3_600_000);
      },
    });
    const paying = pay(companion);
    await tokens.asked;
    now += waitMs;
    await meanwhile(() => now);
    tokens.release();
    const { id } = await paying;
    return { payment: await findPayment(store.db, id), references: tokens.references };
  }

  it('sends it if the next token comes soon', async () => {
    const { payment, references } = await payWithSlowToken(11_000);
    expect(references).toEqual([payment?.reference]);
    expect(payment).toMatchObject({ status: 'pending' });
  });

  it('does not send it after a pause that was longer than its lease', async () => {
    const { payment, references } = await payWithSlowToken(12_000);
    expect(references).toEqual([]);
    expect(payment).toMatchObject({ status: 'failed', failure_code: 'not_sent', sent_at: null });
  });

  it('does not send it beside the next payment of the order, which another process sent during the pause', async () => {
    const simulator = new OperatorSimulator();
    const { payment, references } = await payWithSlowToken(140_000, async (now) => {
      const other = testCompanion({ store, clock: { now }, operator: simulator.connect(() => false) });
      for (const due of await leaseDue(other.storage, LEASE_MS, 10)) await checkAndRelease(other, due);
      await pay(other);
    });
    expect(simulator.initiations).toHaveLength(1);
    expect(references).toEqual([]);
    expect(payment).toMatchObject({ status: 'failed', failure_code: 'not_sent', sent_at: null, attempt_number: 1 });
  });
});
