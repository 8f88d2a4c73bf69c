import { OLDEST } from './ages.ts';
import { paymentOf } from './rowsInMemory.ts';
import { isEachAnswered, type Rules } from './steps/event.ts';
import { stepsFrom } from './steps/stepsFrom.ts';

import { timePasses } from './steps/timeSteps.ts';
import { NOTHING_NEW, referenceOf, type World } from './world.ts';

/** More than enough for every state of the search. */
const MAX_STEPS = 400;

/**
 * Nothing is stuck: all processes go on, and nothing new happens. No callback arrives any more, nobody presses, and no
 * payer decides. Then each debit has completed its payment, or that payment needs review.
 *
 * @returns the check of a state; it remembers where many states lead to
 */
export function createStuckCheck(): (world: World, rules: Rules) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (start, rules) => {
    const quiet = comeToRest(
      {
        ...start,
        operator: start.operator.map((one) => ({ ...one, isLate: false })),
        budget: { ...start.budget, ...NOTHING_NEW },
      },
      rules,
    );
    const isAnswered = isEachAnswered(start, rules) && rules.bounds.areDetailsAway !== true;
    const key = `${isAnswered} ${writtenRows(quiet)} ${JSON.stringify([quiet.operator, quiet.budget])}`;
    if (!known.has(key)) known.set(key, stuckAt(pollUntilSame(quiet, rules), isAnswered));
    return known.get(key);
  };
}

function writtenRows({ rows: { attempts, callbacks, histories } }: World): string {
  return JSON.stringify([attempts.map((payment) => Object.values(payment)), callbacks, [...histories.values()]]);
}

/** Each worker ends what it does, and the leases of those that are gone end. */
function comeToRest(start: World, rules: Rules): World {
  let world = start;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const all = stepsFrom(world, rules);
    const next = all.find(({ kind }) => kind === 'work') ?? all.find(({ kind }) => kind === 'lapse');
    if (next === undefined) return world;
    world = next.world;
  }
  throw new RangeError('The workers never come to an end.');
}

/** Time passes, and each planned check runs, until nothing changes any more. */
function pollUntilSame(start: World, rules: Rules): World {
  let world = start;
  const seen = new Set<string>();
  for (let rounds = 1; rounds < MAX_STEPS; rounds += 1) {
    const written = writtenRows(world);
    if (rounds > OLDEST && seen.has(written)) return world;
    seen.add(written);
    world = timePasses(world, rules, Math.min(rounds, OLDEST));
    for (let payment = 1; payment <= world.rows.attempts.length; payment += 1) {
      const leased = stepsFrom(world, rules).find(
        ({ kind, name }) => kind === 'lease' && name.includes(`payment ${payment} `),
      );
      if (leased !== undefined) world = comeToRest(leased.world, rules);
    }
  }
  throw new RangeError('The checks never come to an end.');
}

/** @param isAnswered whether the operator has answered every lookup */
function stuckAt({ rows, operator }: World, isAnswered: boolean): string | undefined {
  for (const [payment, own] of operator.entries()) {
    const row = paymentOf(rows, payment);
    const isLookedAt = row.review_reasons !== null || row.resolution !== null;
    if (row.status === 'created' || row.status === 'sending') return `payment ${payment + 1} stays ${row.status}`;
    if (row.status === 'pending' && !isLookedAt) return `payment ${payment + 1} stays pending without review`;
    const isPaying = rows.attempts.some(
      ({ status, transaction_id: paidBy }) => status === 'completed' && paidBy === referenceOf(payment),
    );
    // A callback that is stored leads to the debit, whatever else was lost.
    const isClosed = row.resolution !== null || row.status === 'completed' || own.isCorrected || own.isContrary;
    if (isAnswered && own.status === 'completed' && own.callback === 'arrived' && !isPaying && !isClosed)
      return `payment ${payment + 1} stays ${row.status}, and a callback has named its debit`;
    // An operator that contradicts itself is found out by its callback only.
    const isContradicted = own.callback === 'due' && (own.isContrary || own.isCorrected || own.isSecond);
    if (own.status === 'completed' && !isPaying && !isLookedAt && !isContradicted)
      return `the debit of payment ${payment + 1} completes nothing, and its payment (${row.status}) needs no review`;
  }
  return undefined;
}
