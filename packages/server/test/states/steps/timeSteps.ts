import { NOW, OLDEST } from '../ages.ts';
import { normalRows } from '../normalRows.ts';
import { paymentOf, withColumns } from '../rowsInMemory.ts';
import type { World } from '../world.ts';
import { type Event, type Rules, spend } from './event.ts';

/** A lease ends, because its worker has stopped or paused. */
export function lapseSteps(world: World, rules: Rules): Event[] {
  const { rows } = world;
  return rows.attempts.flatMap((_, payment) => {
    const { lease_until, next_check_at } = paymentOf(rows, payment);
    if (lease_until === null || lease_until <= NOW) return [];
    const ended = NOW - 1;
    const columns = { lease_until: ended, next_check_at: next_check_at === lease_until ? ended : next_check_at };
    const lapse = () => rules.shared(normalRows(withColumns(rows, payment, columns)));
    const workers = world.workers.map((one) =>
      one.kind === 'send' && one.payment === payment ? { ...one, hasPaused: true } : one,
    );
    const lapsed = { ...world, workers, rows: rules.memo.of(rows, `lease of ${payment} ends`, lapse) };
    return [{ name: `the lease of payment ${payment + 1} ends`, world: lapsed }];
  });
}

/** Time passes, or the clock steps forward. */
export function timeSteps(world: World, rules: Rules): Event[] {
  const { operator, budget } = world;
  const steps: Event[] = [];
  if (operator.some(({ isLate }) => isLate)) return steps;
  const oldest = isSoonOver(world, rules) ? OLDEST - 1 : OLDEST;
  for (let age = 1; age <= oldest; age += 1) {
    steps.push({ name: `time passes: ${WAITS[age]}`, world: timePasses(world, rules, age) });
    if (budget.clockSteps > 0) {
      const stepped = timePasses(world, rules, age);
      steps.push({
        name: `the clock steps forward: ${WAITS[age]}`,
        world: spend({ ...world, rows: stepped.rows, budget: { ...budget, steadyFor: 0 } }, 'clockSteps'),
      });
    }
  }
  return steps;
}

/** Whether a prompt is open, or a check under way, that ends before the schedule of status checks does. */
function isSoonOver({ operator, workers }: World, { bounds }: Rules): boolean {
  if (bounds.arePromptsShort !== true) return false;
  return operator.some(({ status }) => status === 'pending') || workers.some(({ kind }) => kind === 'check');
}

const WAITS = ['', 'the cool-down is over', 'ten minutes are over', 'the schedule is over'];

/** All that happened is at least this old. */
export function timePasses(world: World, rules: Rules, age: number): World {
  const { rows, operator, budget } = world;
  return {
    ...world,
    rows: rules.memo.of(rows, `time ${age}`, () => rules.shared(normalRows(rows, age))),
    operator: operator.some(({ isFresh }) => isFresh) ? operator.map((one) => ({ ...one, isFresh: false })) : operator,
    budget: budget.steadyFor >= age ? budget : { ...budget, steadyFor: age },
  };
}
