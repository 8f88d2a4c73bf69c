import { deferred } from '@tsena/testkit/deferred';
import { expect, it, vi } from 'vitest';
import { paymentRow } from '../../../test/support/paymentState.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { newPaymentId } from '../storage/storage.ts';
import { WorkInProgress } from './workInProgress.ts';

const NOW = { stored: 0, wall: 0, monotonic: 0 };
const newPayment = () => paymentRow({ id: newPaymentId() });
const { signal: running } = new AbortController();
const neverInterrupted = (error: unknown) => {
  throw error;
};

it('refuses to send a payment if too many wait, and accepts the next once one of them is sent', async () => {
  const inProgress = new WorkInProgress({ stopping: running, maxSending: 1, maxWaiting: 1 });
  const [first, second, refused, third] = [newPayment(), newPayment(), newPayment(), newPayment()];
  const [firstAnswer, secondAnswer] = [deferred<StoredPayment>(), deferred<StoredPayment>()];
  const interrupted = vi.fn();
  inProgress.send(first, () => firstAnswer.promise, neverInterrupted);
  inProgress.send(second, () => secondAnswer.promise, neverInterrupted);
  expect(inProgress.waiting).toBe(1);
  inProgress.send(refused, () => Promise.reject(new Error('it was sent')), interrupted);
  expect(await inProgress.answerOf(refused.id)).toBe(refused);
  expect(interrupted).toHaveBeenCalledWith(new Error('too many attempts wait to be sent'));
  firstAnswer.resolve(first);
  await inProgress.answerOf(first.id);
  const sent = { ...third, status: 'pending' as const };
  inProgress.send(third, async () => sent, neverInterrupted);
  const answer = inProgress.answerOf(third.id);
  secondAnswer.resolve(second);
  expect(await answer).toBe(sent);
});

it('gives a turn to as many payments as are sent side by side, until one gives it back', async () => {
  const inProgress = new WorkInProgress({ stopping: running, maxSending: 2, maxWaiting: 10 });
  const [first, second, third] = [newPayment(), newPayment(), newPayment()];
  const answer = deferred<StoredPayment>();
  inProgress.send(first, () => answer.promise, neverInterrupted);
  expect(inProgress.takeTurn(second.id, NOW)).toBe(true);
  // The transaction ran again: it keeps its turn, with the later time.
  expect(inProgress.takeTurn(second.id, { ...NOW, stored: 1 })).toBe(true);
  expect(inProgress.turnOf(second.id)).toEqual({ stored: 1, wall: 0, monotonic: 0 });
  expect(inProgress.takeTurn(third.id, NOW)).toBe(false);
  let hasRun = false;
  inProgress.send(
    third,
    async () => {
      hasRun = true;
      return third;
    },
    neverInterrupted,
  );
  await new Promise(setImmediate);
  expect(hasRun).toBe(false);
  inProgress.endTurn(second.id);
  await inProgress.answerOf(third.id);
  expect(inProgress.turnOf(second.id)).toBeUndefined();
  expect(inProgress.takeTurn(newPaymentId(), NOW)).toBe(true);
  answer.resolve(first);
  await inProgress.answerOf(first.id);
});

it('a payment is sent in the turn that it has, which ends with its answer', async () => {
  const inProgress = new WorkInProgress({ stopping: running, maxSending: 1, maxWaiting: 10 });
  const [first, second] = [newPayment(), newPayment()];
  inProgress.takeTurn(first.id, NOW);
  const answer = deferred<StoredPayment>();
  inProgress.send(first, () => answer.promise, neverInterrupted);
  expect([...inProgress.leases]).toEqual([first]);
  expect(inProgress.takeTurn(second.id, NOW)).toBe(false);
  answer.resolve(first);
  await inProgress.idle();
  expect([inProgress.leases.size, inProgress.answerOf(first.id)]).toEqual([0, undefined]);
  // The turn ends right after the answer.
  await vi.waitFor(() => expect(inProgress.takeTurn(second.id, NOW)).toBe(true));
});
