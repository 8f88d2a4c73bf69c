import type { PaymentId } from '@tsena/shared/checkout';
import { beforeEach, expect, it } from 'vitest';
import { detailsOf, statusOf } from '../../../test/support/paymentState.ts';
import { openStubbedPayments, orderOf } from '../../../test/support/stubbedPayments.ts';
import type { TestCompanion } from '../../../test/support/testCompanion.ts';
import { useForAll } from '../../../test/support/use.ts';
import { LEASE_MS } from '../rules/lease.ts';
import { leaseOne } from '../storage/leases.ts';
import { checkAndRelease } from '../workers/poller.ts';

const world = useForAll(() => openStubbedPayments({ kind: 'postgres' }));
beforeEach(async () => {
  // The transactions of the tests before are of another time.
  world.clock.advance(3 * 3_600_000);
  world.answers.details = async () => detailsOf({ creationDate: new Date(world.clock.now()).toISOString() });
});

/** Columns of a payment of another order. */
const columnsOf = (name: string) => ({
  order_reference: orderOf(name),
  correlation_id: `x-${name}`,
  reference: `r-${name}`,
});

async function check(companion: TestCompanion, id: PaymentId): Promise<void> {
  const leased = await leaseOne(companion.storage, id, LEASE_MS);
  if (leased === undefined) throw new Error('the payment was not due');
  await checkAndRelease(companion, leased);
}

it.each(['a serverCorrelationId', 'nothing else'])(
  'one transaction that callbacks name with %s to two payments, which two instances check at once, pays one',
  async (named) => {
    const other = await world.another();
    const reference = named === 'nothing else' ? 'R1' : 'R2';
    world.answers.status = async (id) =>
      id.startsWith('named') ? statusOf('completed', reference) : statusOf('pending');
    const one = await world.seed({ ...columnsOf(`${reference}-A`), server_correlation_id: `own-a-${reference}` });
    const two = await world.seed({ ...columnsOf(`${reference}-B`), server_correlation_id: `own-b-${reference}` });
    for (const id of [one, two]) await world.callback(id, named === 'nothing else' ? '' : `named-${id}`, reference);
    await Promise.all([check(world.companion, one), check(other, two)]);
    expect([(await world.read(one)).status, (await world.read(two)).status].toSorted()).toEqual([
      'completed',
      'pending',
    ]);
  },
);

it('a serverCorrelationId that a callback gives to one payment, and the operator’s answer to another, belongs to one only', async () => {
  const other = await world.another();
  world.answers.status = async () => statusOf('completed', 'R3');
  const unresolved = await world.seedUnresolved(columnsOf('A'));
  const until = world.clock.now() + LEASE_MS;
  const own = { server_correlation_id: null, correlation_source: null, lease_until: until, next_check_at: until };
  const sending = await world.seed({ ...columnsOf('B'), ...own, status: 'sending' });
  await world.callback(unresolved, 'sc-same', 'R3');
  const answer = { kind: 'accepted', serverCorrelationId: 'sc-same', notificationMethod: null } as const;
  await Promise.all([
    check(other, unresolved),
    world.companion.changes.apply(sending, { kind: 'answer', answer, firstCheckMs: 1000 }),
  ]);
  const ids = [(await world.read(unresolved)).server_correlation_id, (await world.read(sending)).server_correlation_id];
  expect(ids.filter((id) => id === 'sc-same')).toHaveLength(1);
});
