import { brokenByRequest } from '../promises.ts';
import { idOf, NO_TRANSACTION, referenceOf, type World } from '../world.ts';
import { apply } from './applyStep.ts';
import { type Event, type Rules, spend, withTransaction } from './event.ts';

/** The payer approves or declines; the operator calls back; a late request arrives. */
export function operatorSteps(world: World, rules: Rules, payment: number): Event[] {
  const transaction = world.operator[payment] ?? NO_TRANSACTION;
  const { status, isLate, callback, accepted } = transaction;
  const label = `payment ${payment + 1}:`;
  const steps: Event[] = [];
  if (isLate) {
    const created = { isLate: false, status: 'pending', accepted: accepted + 1, isFresh: true } as const;
    steps.push({
      name: `${label} the late request arrives`,
      world: withTransaction(world, payment, created),
      broken: brokenByRequest(withTransaction(world, payment, { isLate: false }), payment),
    });
  }
  if (status === 'pending') {
    steps.push(
      {
        name: `${label} the payer approves`,
        world: withTransaction(world, payment, { status: 'completed', isFresh: false, callback: 'due' }),
      },
      {
        name: `${label} the payer declines`,
        world: withTransaction(world, payment, { status: 'failed', isFresh: false, callback: 'due' }),
      },
    );
  }
  if (status === 'failed' && world.budget.corrections > 0) {
    const corrected = withTransaction(world, payment, { status: 'completed', callback: 'due', isCorrected: true });
    steps.push({ name: `${label} the operator corrects failed to completed`, world: spend(corrected, 'corrections') });
  }
  if (callback === 'due') {
    const note = {
      serverCorrelationId: rules.bounds.isIdMissing ? '' : idOf(payment),
      transactionReference: status === 'completed' ? referenceOf(payment) : '',
      status,
    };
    const stored = apply(world, rules, payment, { kind: 'callback', note });
    steps.push({
      name: `${label} its callback (${status}) arrives`,
      world: withTransaction(stored.world, payment, { callback: 'arrived' }),
      broken: stored.broken,
    });
  }
  return steps;
}
