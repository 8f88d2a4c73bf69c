import type { InputKind, InputOf } from '../../../src/core/rules/decide.ts';
import { paymentOf } from '../rowsInMemory.ts';
import { idOf, referenceOf, UNKNOWN_ID, type World } from '../world.ts';
import { apply } from './applyStep.ts';
import { type Event, type Rules, spend } from './event.ts';

/** Forged callbacks, and what the merchant does. */
export function peopleSteps(world: World, rules: Rules): Event[] {
  const { budget, rows, operator } = world;
  const steps: Event[] = [];
  for (let payment = 0; payment < rows.attempts.length; payment += 1) {
    const label = `payment ${payment + 1}`;
    const add = (name: string, from: World, input: InputOf<InputKind>) => {
      const applied = apply(from, rules, payment, input);
      if (applied.world.rows !== from.rows) steps.push({ name, world: applied.world, broken: applied.broken });
    };
    if (budget.forgedCallbacks > 0) {
      const notes = operator.flatMap((_, other) => [
        { serverCorrelationId: idOf(other), transactionReference: '', status: 'completed' },
        { serverCorrelationId: '', transactionReference: referenceOf(other), status: 'completed' },
      ]);
      for (const note of [
        ...notes,
        { serverCorrelationId: UNKNOWN_ID, transactionReference: '', status: 'completed' },
        { serverCorrelationId: idOf(payment), transactionReference: '', status: 'failed' },
      ])
        add(
          `a forged callback of ${label} names ${note.serverCorrelationId}${note.transactionReference} ${note.status}`,
          spend(world, 'forgedCallbacks'),
          { kind: 'callback', note },
        );
    }
    if (budget.resolutions > 0) {
      for (const resolution of ['received', 'not_received', 'closed'] as const)
        add(`the merchant records ${label} as ${resolution}`, spend(world, 'resolutions'), {
          kind: 'resolution',
          resolution,
          reason: 'reason',
          by: 'key',
        });
    }
    if (budget.refunds > 0) {
      const refunded = { kind: 'refund', amount: 25_000, reason: 'reason', by: 'key' } as const;
      add(`the merchant records a refund of ${label}`, spend(world, 'refunds'), { ...refunded, refund: REFUND });
      if (paymentOf(rows, payment).amount_refunded > 0)
        add(`the merchant voids the refund of ${label}`, spend(world, 'refunds'), { ...refunded, refund: VOIDED });
    }
    if (budget.refreshes > 0) add(`the merchant refreshes ${label}`, spend(world, 'refreshes'), { kind: 'refresh' });
  }
  return steps;
}

const REFUND = { id: 'ref_1', status: 'recorded' } as InputOf<'refund'>['refund'];
const VOIDED = { ...REFUND, status: 'voided' } as const;
