import type { Input, InputKind, InputOf, OutcomeOf } from '../../../src/core/rules/decide.ts';
import { eventsOf } from '../eventsOf.ts';
import { NEWEST_FENCE, normalRows } from '../normalRows.ts';
import { brokenByDecision, brokenByEvidence } from '../promises.ts';
import { applyInMemory, paymentIdOf, paymentOf } from '../rowsInMemory.ts';
import type { World } from '../world.ts';
import { momentOf, type Rules } from './event.ts';

interface Applied<Outcome> {
  readonly world: World;
  readonly outcome: Outcome;
  readonly broken: string | undefined;
}

/** One decision of the companion, in one transaction. */
export function apply<Kind extends InputKind>(
  world: World,
  rules: Rules,
  payment: number,
  input: InputOf<Kind>,
): Applied<OutcomeOf<Kind>> {
  const what = `${payment} ${world.budget.steadyFor} ${JSON.stringify(input)}`;
  const decided = rules.memo.of(world.rows, what, () => decideOn(world, rules, payment, input));
  return { ...decided, world: { ...world, rows: decided.rows } };
}

function decideOn<Kind extends InputKind>(world: World, rules: Rules, payment: number, input: InputOf<Kind>) {
  const { rows, state, decision } = applyInMemory(world.rows, paymentIdOf(payment), input, momentOf(world));
  for (const event of eventsOf(state, decision)) rules.events.add(event);
  return {
    rows: rules.shared(normalRows(rows)),
    outcome: decision.outcome,
    broken:
      brokenByDecision(state, input as Input, decision) ??
      brokenByEvidence(state, input as Input, paymentOf(rows, payment)),
  };
}

/** The fencing token that a worker knows. */
export function fenceOf({ isHolder }: { readonly isHolder: boolean }): number {
  return isHolder ? NEWEST_FENCE : NEWEST_FENCE - 1;
}
