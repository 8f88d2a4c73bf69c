import { expect, it } from 'vitest';
import { detailsOf, statusOf } from '../../../test/support/paymentState.ts';
import { openStubbedPayments } from '../../../test/support/stubbedPayments.ts';
import { LEASE_MS } from '../rules/lease.ts';
import { leaseOne } from '../storage/leases.ts';
import { checkAndRelease } from '../workers/poller.ts';

it('one transaction named to two payments, checked by two instances at once, pays one', { timeout: 100_000 }, async () => {
  const world = await openStubbedPayments({ kind: 'postgres' });
  try {
    const other = await world.another();
    world.answers.status = async (id) => (id.startsWith('sc-n') ? statusOf('completed', 'R1') : statusOf('pending'));
    world.answers.details = async () => detailsOf();
    let both = 0;
    for (let round = 0; round < 25; round += 1) {
      const ids = await Promise.all(
        ['a', 'b'].map((x) => world.seed({ server_correlation_id: `own-${round}-${x}`, order_reference: `O-${round}-${x}` as never, correlation_id: `x-${round}-${x}`, reference: `r-${round}-${x}` })),
      );
      const R = `R${round}`;
      world.answers.status = async (id) => (id.startsWith('sc-n') ? statusOf('completed', R) : statusOf('pending'));
      for (const id of ids) await world.callback(id, round % 2 === 0 ? `sc-n${round}${id}` : '', R);
      const leased = await Promise.all([leaseOne(world.companion.storage, ids[0] as never, LEASE_MS), leaseOne(other.storage, ids[1] as never, LEASE_MS)]);
      await Promise.all([checkAndRelease(world.companion, leased[0] as never), checkAndRelease(other, leased[1] as never)]);
      const statuses = (await Promise.all(ids.map((id) => world.read(id)))).map(({ status }) => status);
      expect(statuses.filter((s) => s === 'completed').length).toBeLessThanOrEqual(1);
      both += statuses.filter((s) => s === 'completed').length;
      world.clock.advance(3 * 3600_000);
      world.answers.details = async () => detailsOf({ creationDate: new Date(world.clock.now()).toISOString() });
    }
    console.log('RACE completed', both, 'of 25');
  } finally {
    await world.close();
  }
});

it('a callback that binds an id to one payment while another accepts the same id', { timeout: 100_000 }, async () => {
  const world = await openStubbedPayments({ kind: 'postgres' });
  try {
    const other = await world.another();
    for (let round = 0; round < 10; round += 1) {
      world.answers.status = async () => statusOf('completed', `Q${round}`);
      world.answers.details = async () => detailsOf({ creationDate: new Date(world.clock.now()).toISOString() });
      const a = await world.seedUnresolved({ order_reference: `P-${round}-a` as never, correlation_id: `y-${round}-a`, reference: `s-${round}-a` });
      const b = await world.seed({ status: 'sending', server_correlation_id: null, correlation_source: null, order_reference: `P-${round}-b` as never, correlation_id: `y-${round}-b`, reference: `s-${round}-b`, lease_until: world.clock.now() + LEASE_MS, next_check_at: world.clock.now() + LEASE_MS });
      await world.callback(a, `same-${round}`, `Q${round}`);
      const leased = await leaseOne(other.storage, a, LEASE_MS);
      await Promise.all([
        checkAndRelease(other, leased as never),
        world.companion.changes.apply(b, { kind: 'answer', answer: { kind: 'accepted', serverCorrelationId: `same-${round}`, notificationMethod: null }, firstCheckMs: 1000 }),
      ]);
      const rows = [await world.read(a), await world.read(b)];
      console.log('BIND', round, rows.map(({ status, server_correlation_id }) => `${status} ${server_correlation_id}`).join(' | '));
      expect(rows.filter((r) => r.server_correlation_id === `same-${round}`)).toHaveLength(1);
      world.clock.advance(3 * 3600_000);
    }
  } finally {
    await world.close();
  }
});
