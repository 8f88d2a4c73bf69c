import type { Ariary } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedPayments, type SimulatedPayments } from '../../test/support/simulatedPayments.ts';
import { COOLDOWN_MS, msisdn } from '../../test/support/testCompanion.ts';
import { reviewReasonsAmong } from '../storage/reviews.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { initiate } from './initiate.ts';

const MINUTE = 60_000;

describe.each(STORES)(
  'while the operator’s answers contradict each other or cannot be compared, no other attempt begins, on %s',
  (kind) => {
    let world: SimulatedPayments;
    beforeEach(async () => {
      world = await openSimulatedPayments(kind);
    });
    afterEach(() => world.close());

    function payAgain() {
      return initiate(world.companions[0], {
        claims: { sub: 'ORDER-1' as OrderReference, amount: 25_000 as Ariary, currency: 'MGA' },
        msisdn: msisdn('0343500003'),
        language: 'fr',
        addressHash: null,
      });
    }

    /** The operator's status says failed, while its details say what the transaction is. */
    function reportFailed(more: { readonly objectReference?: null } = {}): void {
      const { status } = world.operator;
      world.operator.status = async (id) => {
        const answer = await status(id);
        return answer.kind === 'state' ? { ...answer, state: 'failed', operatorStatus: 'failed', ...more } : answer;
      };
    }

    async function expectBlocked(payment: StoredPayment, differences: string): Promise<void> {
      expect(await world.read(payment.id)).toMatchObject({ differences });
      expect((await reviewReasonsAmong(world.other.db, [payment.id])).get(payment.id)).toContain('details_mismatch');
      world.advance(2 * COOLDOWN_MS);
      expect(await payAgain()).toMatchObject({ kind: 'exists', payment: { id: payment.id } });
      expect(world.simulator.initiations).toHaveLength(1);
    }

    it('when the status is failed, the details completed, and then unreadable', async () => {
      const payment = await world.pay();
      world.transactionOf(payment).state = 'completed';
      reportFailed();
      await world.pass(10_000);
      world.simulator.records = false;
      await world.pass(30_000);
      await expectBlocked(payment, 'transactionStatus');
    });

    it('when the status is failed without a reference, and a callback names the completed transaction', async () => {
      const payment = await world.pay();
      const { serverCorrelationId, transactionId } = world.transactionOf(payment);
      world.transactionOf(payment).state = 'completed';
      reportFailed({ objectReference: null });
      await world.callback(payment, serverCorrelationId, 'completed', transactionId);
      await world.pass(10_000);
      await expectBlocked(payment, 'transactionStatus');
    });

    it('when a callback names the transaction of an unresolved payment, its status is failed, and its details completed', async () => {
      world.simulator.fate = 'accepted without an answer';
      const payment = await world.pay();
      const { serverCorrelationId, transactionId } = world.transactionOf(payment);
      world.transactionOf(payment).state = 'completed';
      reportFailed();
      await world.callback(payment, serverCorrelationId, 'completed', transactionId);
      await world.pass(10_000);
      await expectBlocked(payment, 'transactionStatus');
    });

    it('when the transaction of an unresolved payment is completed without a reference', async () => {
      world.simulator.fate = 'accepted without an answer';
      const payment = await world.pay();
      world.transactionOf(payment).state = 'completed';
      const { status } = world.operator;
      world.operator.status = async (id) => {
        const answer = await status(id);
        return answer.kind === 'state' ? { ...answer, objectReference: null } : answer;
      };
      await world.callback(payment, world.transactionOf(payment).serverCorrelationId, 'completed');
      await world.pass(10_000);
      await expectBlocked(payment, 'objectReference');
    });

    it('when the status is completed and the details cannot be read for longer than the cool-down', async () => {
      const payment = await world.pay();
      world.transactionOf(payment).state = 'completed';
      world.simulator.records = false;
      await world.pass(COOLDOWN_MS + 5000);
      expect(await payAgain()).toMatchObject({ kind: 'exists', payment: { id: payment.id } });
      expect(world.simulator.initiations).toHaveLength(1);
      world.simulator.records = true;
      await world.pass(MINUTE);
      expect(await world.read(payment.id)).toMatchObject({ status: 'completed', verified: 1 });
    });

    it('when a failed payment turns out to be completed with other details', async () => {
      const payment = await world.pay();
      world.transactionOf(payment).state = 'failed';
      await world.pass(10_000);
      world.transactionOf(payment).state = 'completed';
      Object.assign(world.simulator, { recordsAreWrong: true });
      await world.callback(payment, world.transactionOf(payment).serverCorrelationId, 'completed');
      await world.pass(30_000);
      const { differences } = await world.read(payment.id);
      expect(differences).not.toBeNull();
      await expectBlocked(payment, differences ?? '');
    });
  },
);
