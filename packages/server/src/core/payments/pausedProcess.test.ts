import { deferred } from '@tsena/testkit/deferred';
import { describe, expect, it } from 'vitest';
import { OperatorSimulator } from '../../../test/stress/operatorSimulator.ts';
import { testClock, testSettings } from '../../../test/support/operatorFixture.ts';
import { payWith, testCompanion } from '../../../test/support/testCompanion.ts';
import { useForEach } from '../../../test/support/use.ts';
import { openStore } from '../../database/store.ts';
import { createLog } from '../../log.ts';
import { createOperator } from '../operator/client.ts';
import type { Reply } from '../operator/outcome.ts';
import { LEASE_MS } from '../rules/lease.ts';
import { leaseDue } from '../storage/leases.ts';
import { findPayment } from '../storage/reads.ts';
import { checkAndRelease } from '../workers/poller.ts';
import type { Step } from './steps.ts';

const store = useForEach(() => openStore('file::memory:'));

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
    current: () => testSettings('https://operator.test'),
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
  it.each([
    ['sends it if the next token comes soon', 11_000, true],
    ['does not send it beside the next payment of the order, which followed meanwhile', 140_000, false],
  ])('%s', async (_what, waitMs, isSent) => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const tokens = slowTokens();
    const clock = { now: () => now };
    const at = (step: Step) => step === 'sending written' && tokens.clock.advance(3_600_000);
    const paying = payWith(testCompanion({ store, clock, operator: tokens.operator, at }));
    await tokens.asked;
    now += waitMs;
    const simulator = new OperatorSimulator();
    if (!isSent) {
      const other = testCompanion({ store, clock, operator: simulator.connect(() => false) });
      for (const due of await leaseDue(other.storage, LEASE_MS, 10)) await checkAndRelease(other, due);
      await payWith(other);
    }
    tokens.release();
    const payment = await findPayment(store.db, (await paying).id);
    expect([tokens.references, simulator.initiations.length]).toEqual(isSent ? [[payment?.reference], 0] : [[], 1]);
    expect(payment).toMatchObject(isSent ? { status: 'pending' } : { status: 'failed', failure_code: 'not_sent', sent_at: null });
  });
});
