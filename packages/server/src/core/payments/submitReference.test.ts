import type { PaymentId } from '@tsena/shared/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import { ABSENT, detailsOf, REFERENCE, unavailable } from '../../../test/support/paymentState.ts';
import { openStubbedPayments } from '../../../test/support/stubbedPayments.ts';
import { COOLDOWN_MS } from '../../../test/support/testCompanion.ts';
import { useForEach } from '../../../test/support/use.ts';
import type { BudgetedLookups } from '../operator/budget.ts';
import { submitReference } from './submitReference.ts';

const world = useForEach(openStubbedPayments);
/** The payments that used the budget of submitted references, which all payments share. */
let used: string[];
/** Changes a payment while it waits for the budget. */
let meanwhile: () => unknown;
beforeEach(async () => {
  world.answers.details = async () => detailsOf();
  used = [];
  meanwhile = () => undefined;
});

function submit(id: PaymentId, reference = REFERENCE) {
  const { operator } = world.companion;
  const strangers: BudgetedLookups = {
    async run(payment, work) {
      used.push(payment);
      await meanwhile();
      return operator.strangers.run(payment, work);
    },
  };
  return submitReference({ ...world.companion, operator: { ...operator, strangers } }, id, reference);
}

const change = (id: PaymentId, values: { readonly status?: 'failed'; readonly reference_attempts?: number }) =>
  world.store.db.updateTable('payments').set(values).where('id', '=', id).execute();

describe('a submitted reference', () => {
  it('completes an unresolved payment, within the budget of what strangers cause', async () => {
    const id = await world.seedUnresolved();
    expect(await submit(id)).toMatchObject({
      ok: true,
      payment: { id, status: 'completed', transaction_id: REFERENCE },
    });
    expect([used, world.asked]).toEqual([[id], [`stranger: details ${REFERENCE}`]]);
    expect(await world.events(id)).toEqual([
      ['reference_submitted', { attempt: 1 }],
      ['completed', { transactionId: REFERENCE, verified: true, by: 'payer' }],
    ]);
    expect(await world.webhookTypes(id)).toEqual(['payment.completed']);
  });

  it('completes a pending payment, but not before the cool-down has passed', async () => {
    const id = await world.seed({ status: 'pending', sent_at: world.clock.now() });
    expect(await submit(id)).toEqual({ ok: false, code: 'reference_not_accepted' });
    expect(used).toEqual([]);
    world.clock.advance(COOLDOWN_MS);
    expect(await submit(id)).toMatchObject({
      ok: true,
      payment: { id, status: 'completed', transaction_id: REFERENCE },
    });
  });

  it('that does not match says why, and counts', async () => {
    world.answers.details = async () => ABSENT;
    const id = await world.seedUnresolved({ reference_attempts: 4 });
    expect(await submit(id)).toEqual({ ok: false, code: 'reference_mismatch', mismatch: { kind: 'absent' } });
    expect(await submit(id)).toEqual({ ok: false, code: 'reference_attempts_exhausted' });
    expect(await world.read(id)).toMatchObject({ reference_attempts: 5, reference_attempts_given_back: 0 });
  });

  it('is one attempt, and at most three lookups: as a callback wrote it, as it was typed, and in capitals without marks', async () => {
    world.answers.details = async () => ABSENT;
    const id = await world.seedUnresolved();
    await world.callback(id, '', 'MP.6360425ab.');
    await submit(id, 'mp.6360425ab');
    expect(world.asked).toEqual(
      ['MP.6360425ab.', 'mp.6360425ab', 'MP6360425AB'].map((spelling) => `stranger: details ${spelling}`),
    );
    expect((await world.read(id)).reference_attempts).toBe(1);
  });

  it('stays counted if the process ends before the operator answers', async () => {
    const id = await world.seedUnresolved();
    world.answers.details = () => new Promise(() => undefined);
    void submit(id);
    await expect.poll(async () => (await world.read(id)).reference_attempts).toBe(1);
  });

  it('says how long to wait if the budget has none left, and counts nothing', async () => {
    const id = await world.seedUnresolved();
    const operator = { ...world.companion.operator, strangers: { run: async () => unavailable(5000) } };
    const answer = await submitReference({ ...world.companion, operator }, id, REFERENCE);
    expect(answer).toEqual({ ok: false, code: 'operator_unavailable', retryAfterMs: 5000 });
    expect(await world.read(id)).toMatchObject({ reference_attempts: 0 });
  });

  it.each([
    ['has its result', { status: 'failed' }, 'reference_not_accepted'],
    ['has had five references', { reference_attempts: 5 }, 'reference_attempts_exhausted'],
  ] as const)(
    'spends no budget on a payment that %s, and asks nothing if that comes meanwhile',
    async (_what, values, code) => {
      expect(await submit(await world.seedUnresolved(values))).toEqual({ ok: false, code });
      expect(used).toEqual([]);
      const id = await world.seedUnresolved();
      meanwhile = () => change(id, values);
      expect(await submit(id)).toEqual({ ok: false, code });
      expect(world.asked).toEqual([]);
    },
  );
});
