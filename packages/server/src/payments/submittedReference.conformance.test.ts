import type { Ariary } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { emptyDatabase, STORES, type TestDatabase } from '@tsena/testkit/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OperatorSimulator } from '../../test/stress/operatorSimulator.ts';
import { msisdn, type TestCompanion, testCompanion } from '../../test/support/testCompanion.ts';
import type { Operator } from '../operator/client.ts';
import { findPayment, historyOf } from '../storage/reads.ts';
import { openStore, type Store } from '../storage/store.ts';
import { initiate } from './initiate.ts';
import { submitReference } from './submitReference.ts';

describe.each(STORES)('references submitted at the same moment to several instances, on %s', (kind) => {
  let database: TestDatabase;
  let stores: Store[];
  let simulator: OperatorSimulator;
  let companions: TestCompanion[];
  let asked: number;
  let id: PaymentId;

  beforeEach(async () => {
    database = await emptyDatabase(kind);
    // On SQLite the instances share the connection that one companion has.
    stores = [await openStore(database.url)];
    if (kind === 'postgres') stores.push(await openStore(database.url));
    simulator = new OperatorSimulator();
    asked = 0;
    const connection = simulator.connect(() => false);
    const operator: Operator = {
      ...connection,
      details: (reference) => {
        asked += 1;
        return connection.details(reference);
      },
      // Each instance holds back what it counts itself; here the database alone does.
      submitted: { run: (_payment, work) => work(operator) },
    };
    companions = stores.map((store) => testCompanion({ store, clock: { now: () => Date.now() }, operator }));
    simulator.fate = 'lost';
    const opening = await initiate(companion(0), {
      claims: { sub: 'ORDER-1' as OrderReference, amount: 25_000 as Ariary, currency: 'MGA' },
      msisdn: msisdn('0343500003'),
      language: 'fr',
      addressHash: null,
    });
    if (opening.kind !== 'opened') throw new Error(`the attempt was not opened: ${opening.kind}`);
    id = opening.payment.id;
    await Promise.all(companion(0).sendingIds.values());
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    database.remove();
  });

  function companion(index: number): TestCompanion {
    const found = companions[index % companions.length];
    if (found === undefined) throw new RangeError('no companion');
    return found;
  }

  const submitAtOnce = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => submitReference(companion(index), id, '636042511')));

  async function counted() {
    const payment = await findPayment(companion(0).storage.store.db, id);
    const events = (await historyOf(companion(0).storage.store.db, id)).filter((event) => event.kind === 'reference_submitted');
    return { asked, events: events.length, counted: payment?.reference_attempts, givenBack: payment?.reference_attempts_given_back };
  }

  it('cause five lookups, however many arrive', async () => {
    const results = await submitAtOnce(20);
    expect(results.filter((result) => !result.ok && result.code === 'reference_mismatch')).toHaveLength(5);
    expect(results.filter((result) => !result.ok && result.code === 'reference_attempts_exhausted')).toHaveLength(15);
    expect(await counted()).toEqual({ asked: 5, events: 5, counted: 5, givenBack: 0 });
  });

  it('give back three lookups that the operator did not answer, and no more than were counted', async () => {
    simulator.lookups = false;
    for (let wave = 0; wave < 4; wave += 1) await submitAtOnce(10);
    expect(await counted()).toEqual({ asked: 8, events: 8, counted: 5, givenBack: 3 });
  });
});
