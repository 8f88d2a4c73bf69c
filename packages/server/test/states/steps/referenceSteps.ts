import { RESOLVABLE, refuseReference } from '../../../src/core/rules/decisions/reference.ts';
import { COOLDOWN_MS } from '../ages.ts';
import { detailsOf, outcomeOf, PARTNER_MSISDN } from '../operator.ts';
import { paymentOf } from '../rowsInMemory.ts';
import { type Activity, IDLE, referenceOf, type World } from '../world.ts';
import { apply } from './applyStep.ts';
import { type Event, momentOf, type Rules, spend, withWorker } from './event.ts';

/** The payer or the merchant types a reference: the one of this payment, or of another. */
export function typedSteps(world: World, rules: Rules, payment: number, worker: number): Event[] {
  if (world.budget.references === 0) return [];
  const row = paymentOf(world.rows, payment);
  const spent = spend(world, 'references');
  const references = world.operator.map((_, index) => referenceOf(index));
  const read = (from: World, by: 'payer' | 'merchant', broken?: string): Event[] =>
    references.map((reference) => ({
      name: `the ${by} types ${reference} for payment ${payment + 1}; worker ${worker + 1} reads its details`,
      world: withWorker(from, worker, {
        kind: 'reference',
        payment,
        by,
        reference,
        answer: detailsOf(world, reference, rules.bounds.areDetailsAway === true),
      }),
      broken,
    }));
  const steps = RESOLVABLE.includes(row.status) ? read(spent, 'merchant') : [];
  if (refuseReference(row, { cooldownMs: COOLDOWN_MS }, momentOf(world)) !== null) return steps;
  const counted = apply(spent, rules, payment, { kind: 'reference_attempt', cooldownMs: COOLDOWN_MS });
  return [...steps, ...read(counted.world, 'payer', counted.broken)];
}

/** The worker has the operator's answer about the typed reference. */
export function referenceStep(
  world: World,
  rules: Rules,
  activity: Extract<Activity, { kind: 'reference' }>,
  worker: number,
): Event {
  const { payment, by, reference } = activity;
  const answer = outcomeOf(world, activity.answer);
  const name = `worker ${worker + 1}, payment ${payment + 1}: decides about the typed ${reference}`;
  if (answer.kind === 'unavailable') return { name, world: withWorker(world, worker, IDLE) };
  const named = { by, isMerchant: by === 'merchant' };
  const decided = apply(world, rules, payment, {
    kind: 'reference',
    reference,
    answer,
    named,
    partnerMsisdn: PARTNER_MSISDN,
  });
  return {
    name: `${name} (${JSON.stringify(decided.outcome)})`,
    world: withWorker(decided.world, worker, IDLE),
    broken: decided.broken,
  };
}
