import type { PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { detailsOf, REFERENCE, unavailable } from '../../../test/support/paymentState.ts';
import { together } from '../../../test/support/storages.ts';
import { openStubbedPayments } from '../../../test/support/stubbedPayments.ts';
import type { TestCompanion } from '../../../test/support/testCompanion.ts';
import { useForEach } from '../../../test/support/use.ts';
import { submitReference } from './submitReference.ts';

describe.each(STORES)('references submitted at the same moment to two instances, on %s', (kind) => {
  const world = useForEach(() => openStubbedPayments({ kind }));
  let second: TestCompanion;
  beforeEach(async () => {
    second = await world.another();
  });

  const submitAtOnce = (id: PaymentId, count: number) =>
    together(count, (index) => submitReference(index % 2 === 0 ? world.companion : second, id, REFERENCE));

  async function counted(id: PaymentId) {
    const { reference_attempts: counted, reference_attempts_given_back: givenBack } = await world.read(id);
    const events = (await world.events(id)).filter(([event]) => event === 'reference_submitted').length;
    return { asked: world.asked.length, events, counted, givenBack };
  }

  it('cause five lookups, however many arrive', async () => {
    const id = await world.seedUnresolved();
    const results = await submitAtOnce(id, 20);
    const codes = results.map((result) => (result.ok ? 'ok' : result.code)).sort();
    expect(codes).toEqual([...Array(15).fill('reference_attempts_exhausted'), ...Array(5).fill('reference_mismatch')]);
    expect(await counted(id)).toEqual({ asked: 5, events: 5, counted: 5, givenBack: 0 });
  });

  it('give back three lookups that the operator did not answer', async () => {
    const id = await world.seedUnresolved();
    world.answers.details = async () => unavailable();
    for (let wave = 0; wave < 4; wave += 1) await submitAtOnce(id, 10);
    expect(await counted(id)).toEqual({ asked: 8, events: 8, counted: 5, givenBack: 3 });
  });

  it('pay one of two orders by two spellings of one transaction', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ids = [await world.seedUnresolved(), await world.seedUnresolved()] as const;
      const details = detailsOf({ creationDate: new Date(world.clock.now() + round).toISOString() });
      world.answers.details = async () => details;
      const results = await Promise.all([
        submitReference(world.companion, ids[0], `6360425${round}`),
        submitReference(second, ids[1], `7000000${round}`),
      ]);
      expect(results.map((result) => (result.ok ? 'ok' : result.mismatch?.kind)).sort()).toEqual(['ok', 'used']);
      const statuses = [await world.read(ids[0]), await world.read(ids[1])].map(({ status }) => status);
      expect(statuses.sort()).toEqual(['completed', 'unresolved']);
    }
  });
});
