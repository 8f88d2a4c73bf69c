import { afterEach, expect, it, vi } from 'vitest';
import { detailsOf } from '../../../test/support/paymentState.ts';
import { openStubbedPayments } from '../../../test/support/stubbedPayments.ts';
import { COOLDOWN_MS } from '../../../test/support/testCompanion.ts';
import { useForEach } from '../../../test/support/use.ts';
import { checkReference } from './checkReference.ts';
import { submitReference } from './submitReference.ts';

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

it.each([
  ['100.00', true],
  ['99.00', false],
  ['1', false],
])('money of %s Ar that nothing has can be sold for: %s', async (amount, canSell) => {
  world.answers.details = async () =>
    detailsOf({ amount, creationDate: new Date(world.companion.storage.clock.now()).toISOString() });
  expect(await checkReference(world.companion, '636042511')).toMatchObject({ verdict: 'unused', canSell });
});

it.each([
  ['unresolved', { status: 'unresolved' }, {}, true],
  ['pending and named by nobody', { status: 'pending', sent_at: -1000 }, {}, false],
  ['pending after the cool-down', { status: 'pending', sent_at: -COOLDOWN_MS }, {}, true],
  ['sending', { status: 'sending', sent_at: -COOLDOWN_MS }, {}, false],
  ['unresolved after five references', { status: 'unresolved', reference_attempts: 5 }, {}, false],
  ['unresolved, and the transaction has no time', { status: 'unresolved' }, { creationDate: undefined }, false],
] as const)('the payer can complete a payment that is %s', async (_what, row, details, isAccepted) => {
  const now = world.companion.storage.clock.now();
  const sent_at = now + ('sent_at' in row ? row.sent_at : -1000);
  const id = await world.seed({ ...row, sent_at, created_at: sent_at });
  world.answers.details = async () => detailsOf({ creationDate: new Date(now).toISOString(), ...details });
  const checked = await checkReference(world.companion, '636042511');
  expect(checked).toMatchObject({ verdict: 'used', payment: { id }, canPayerComplete: isAccepted });
  // As the payer's request is answered.
  const submitted = await submitReference(world.companion, id, '636042511');
  expect(submitted.ok).toBe(isAccepted);
});

it('a check shows when the money was sent, not a time to come', async () => {
  const now = world.companion.storage.clock.now();
  const creationDate = new Date(now + 3 * 60 * 60_000 - 1000).toISOString().slice(0, 19);
  world.answers.details = async () => detailsOf({ creationDate });
  const createdAt = Math.floor(now / 1000) * 1000 - 1000;
  expect(await checkReference(world.companion, '636042511')).toMatchObject({ verdict: 'unused', createdAt });
});

it('a check asks by the merchant’s own bound, and in the operator’s spelling', async () => {
  world.answers.details = async () => detailsOf();
  await world.seed({ status: 'completed', transaction_id: 'MP-0636', transaction_fold: 'MP0636' });
  expect(await checkReference(world.companion, 'mp0636')).toMatchObject({ verdict: 'used', reference: 'MP-0636' });
  expect(world.asked).toEqual(['merchant: details MP-0636']);
});
