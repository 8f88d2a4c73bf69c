import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { detailsOf } from '../../../test/support/paymentState.ts';
import { openSimulatedPayments } from '../../../test/support/simulatedPayments.ts';
import { useForEach } from '../../../test/support/use.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { DetailsOutcome } from '../rules/operatorAnswers.ts';
import { historyOf } from '../storage/reads.ts';
import { submitReference } from './submitReference.ts';

describe.each(STORES)('references submitted at the same moment to two instances, on %s', (kind) => {
  const world = useForEach(() => openSimulatedPayments(kind));
  let asked: number;
  let details: DetailsOutcome;
  beforeEach(async () => {
    world.simulator.fate = 'lost';
    asked = 0;
    details = { kind: 'absent', reason: '404' };
    for (const { operator } of world.companions) {
      operator.details = async () => {
        asked += 1;
        return details;
      };
    }
  });

  const submitAtOnce = ({ id }: StoredPayment, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => submitReference(world.companions[index % 2 === 0 ? 0 : 1], id, '636042511')));

  async function counted({ id }: StoredPayment) {
    const { reference_attempts: counted, reference_attempts_given_back: givenBack } = await world.read(id);
    const events = (await historyOf(world.other.db, id)).filter((event) => event.kind === 'reference_submitted').length;
    return { asked, events, counted, givenBack };
  }

  it('cause five lookups, however many arrive', async () => {
    const payment = await world.pay();
    const results = await submitAtOnce(payment, 20);
    const codes = results.map((result) => (result.ok ? 'ok' : result.code)).sort();
    expect(codes).toEqual([...Array(15).fill('reference_attempts_exhausted'), ...Array(5).fill('reference_mismatch')]);
    expect(await counted(payment)).toEqual({ asked: 5, events: 5, counted: 5, givenBack: 0 });
  });

  it('give back three lookups that the operator did not answer', async () => {
    const payment = await world.pay();
    details = { kind: 'unavailable', reason: '503', retryAfterMs: null };
    for (let wave = 0; wave < 4; wave += 1) await submitAtOnce(payment, 10);
    expect(await counted(payment)).toEqual({ asked: 8, events: 8, counted: 5, givenBack: 3 });
  });

  it('pay one of two orders by two spellings of one transaction', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [first, other] = [await world.pay(`ORDER-${round}-A`), await world.pay(`ORDER-${round}-B`)];
      details = detailsOf({ creationDate: new Date(first.created_at + round).toISOString() });
      const results = await Promise.all([
        submitReference(world.companions[0], first.id, `6360425${round}`),
        submitReference(world.companions[1], other.id, `7000000${round}`),
      ]);
      expect(results.map((result) => (result.ok ? 'ok' : result.mismatch?.kind)).sort()).toEqual(['ok', 'used']);
      expect([await world.read(first.id), await world.read(other.id)].map(({ status }) => status).sort()).toEqual([
        'completed',
        'unresolved',
      ]);
    }
  });
});
