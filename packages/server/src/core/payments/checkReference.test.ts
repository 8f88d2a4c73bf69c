import { afterEach, expect, it, vi } from 'vitest';
import { detailsOf } from '../../../test/support/paymentState.ts';
import { openStubbedPayments } from '../../../test/support/stubbedPayments.ts';
import { useForEach } from '../../../test/support/use.ts';
import { checkReference } from './checkReference.ts';

const world = useForEach(() => openStubbedPayments());
afterEach(() => void vi.useRealTimers());

it('a check waits eight seconds for the operator, and then nothing is known', async () => {
  vi.useFakeTimers();
  let isAsked: () => void;
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  world.answers.details = () => {
    isAsked();
    return new Promise(() => undefined);
  };
  let verdict: string | undefined;
  const checking = checkReference(world.companion, '636042511').then((checked) => {
    verdict = checked.verdict;
  });
  await asked;
  await vi.advanceTimersByTimeAsync(7900);
  expect(verdict).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  await checking;
  expect(verdict).toBe('unavailable');
});

it.each([
  ['a minute', 60_000, true],
  ['25 hours', 25 * 60 * 60_000, false],
] as const)('money of %s ago (%s ms) that nothing has can be sold for: %s', async (_age, ageMs, canSell) => {
  const creationDate = new Date(world.companion.storage.clock.now() - ageMs).toISOString();
  world.answers.details = async () => detailsOf({ creationDate });
  expect(await checkReference(world.companion, '636042511')).toMatchObject({ verdict: 'unused', canSell });
});

it('a check asks by the merchant’s own bound, and in the operator’s spelling', async () => {
  world.answers.details = async () => detailsOf();
  await world.seed({ status: 'completed', transaction_id: 'MP-0636', transaction_fold: 'MP0636' });
  expect(await checkReference(world.companion, 'mp0636')).toMatchObject({ verdict: 'used', reference: 'MP-0636' });
  expect(world.asked).toEqual(['merchant: details MP-0636']);
});
