import type { PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ObservedPayments, openObservedPayments } from '../../test/support/observedPayments.ts';
import type { BudgetedLookups } from '../operator/budget.ts';
import { submitReference } from './submitReference.ts';

let world: ObservedPayments;
beforeEach(async () => {
  world = await openObservedPayments();
});
afterEach(() => world.close());

function unresolved(values: Parameters<ObservedPayments['seed']>[0] = {}): Promise<PaymentId> {
  return world.seed({ status: 'unresolved', server_correlation_id: null, correlation_source: null, next_check_at: null, ...values });
}

/** The companion, whose budget of submitted references notes who uses it. */
function countingBudget() {
  const used: string[] = [];
  const { operator } = world.companion;
  const submitted: BudgetedLookups = {
    run(payment, work) {
      used.push(payment);
      return operator.submitted.run(payment, work);
    },
  };
  return { used, companion: { ...world.companion, operator: { ...operator, submitted } } };
}

describe('the budget of submitted references, which all payments share,', () => {
  it.each<readonly [PaymentStatus, string | null]>([
    ['created', null],
    ['sending', null],
    ['pending', null],
    ['pending', 'amount'],
    ['completed', null],
    ['failed', 'objectReference'],
  ])('is not spent on a payment that is %s with the differences %s', async (status, differences) => {
    const { used, companion } = countingBudget();
    const id = await unresolved({ status, differences });
    expect(await submitReference(companion, id, '636042511')).toEqual({ ok: false, code: 'reference_not_accepted' });
    expect(used).toEqual([]);
  });

  it('is not spent on a payment without attempts left, nor on one that does not exist', async () => {
    const { used, companion } = countingBudget();
    expect(await submitReference(companion, await unresolved({ reference_attempts: 5 }), '636042511')).toEqual({
      ok: false,
      code: 'reference_attempts_exhausted',
    });
    expect(await submitReference(companion, 'pay_0000000000000000000000' as PaymentId, '636042511')).toEqual({
      ok: false,
      code: 'payment_not_found',
    });
    expect(used).toEqual([]);
  });

  it('is spent by the payment whose reference is looked up', async () => {
    const { used, companion } = countingBudget();
    const id = await unresolved();
    await submitReference(companion, id, '636042511');
    expect(used).toEqual([id]);
  });
});

it('a reference that another request has used the last attempt for is not looked up', async () => {
  const id = await unresolved({ reference_attempts: 4 });
  const { changes } = world.companion;
  const late: typeof changes = {
    ...changes,
    async apply(payment, input) {
      await changes.apply(payment, { kind: 'reference_attempt' });
      return changes.apply(payment, input);
    },
  };
  expect(await submitReference({ ...world.companion, changes: late }, id, '636042511')).toEqual({
    ok: false,
    code: 'reference_attempts_exhausted',
  });
  expect(world.asked).toEqual([]);
});
