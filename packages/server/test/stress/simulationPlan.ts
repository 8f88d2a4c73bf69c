import { COOLDOWN_MS } from '../support/testCompanion.ts';
import { Draw } from './draw.ts';
import type { WorldOptions } from './simulatedWorld.ts';
import { drawEvent, type Event, type EventKind } from './simulationEvents.ts';

/** An event with the time that passes before it, ms. */
export interface Action {
  readonly afterMs: number;
  readonly event: Event;
}

/** What a seed makes happen. */
export interface Plan extends WorldOptions {
  readonly actions: readonly Action[];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const INITIATIONS: readonly EventKind[] = ['initiations'];
const REFUNDS: readonly EventKind[] = ['refund', 'refund', 'repeat refund', 'void refund', 'late payer', 'late payer'];

/** Kinds of faults and uses. A seed has about half of them, so that each is tried with few others too. */
const FAMILIES: readonly (readonly EventKind[])[] = [
  INITIATIONS,
  ['operator'],
  ['forged callback', 'correction'],
  ['crash', 'crash at', 'crash at'],
  ['hang', 'hang at', 'hang at'],
  ['stalled press', 'stalled check'],
  ['database'],
  ['clock'],
  ['shop'],
  ['submit reference', 'resolve'],
  REFUNDS,
  ['create link', 'press link', 'press link', 'press link', 'cancel link'],
  ['counter'],
  ['sale'],
];

const WAITS_MS = [
  0,
  20,
  300,
  SECOND,
  3 * SECOND,
  3 * SECOND,
  8 * SECOND,
  15 * SECOND,
  COOLDOWN_MS + 5 * SECOND,
] as const;
const LONG_WAITS_MS = [11 * MINUTE, 2 * HOUR] as const;
const CALM_WAITS_MS = [SECOND, 3 * SECOND, 15 * SECOND, COOLDOWN_MS + 5 * SECOND] as const;
/** A plan has 10 to 39 actions. */
const MIN_ACTIONS = 10;
const MORE_ACTIONS = 30;
const PRESS_SHARE = 0.4;
const CALM_PRESS_SHARE = 0.2;
const RUSH_SHARE = 0.2;
const FAMILY_SHARE = 0.4;

/**
 * How much a plan lets happen at the same time. `calm`: in quick companions, one thing after the other, of all kinds,
 * so that a plan reaches states that take many steps.
 */
export type Pace = 'crowded' | 'calm';

/** Plans what happens for a seed. */
export function planOf(seed: number, pace: Pace = 'crowded'): Plan {
  return pace === 'calm' ? planCalmly(seed) : planMuch(seed);
}

function waitMs(draw: Draw, waitsMs: readonly number[]): number {
  return draw.of(draw.chance(0.03) ? LONG_WAITS_MS : waitsMs);
}

function planCalmly(seed: number): Plan {
  const draw = new Draw(seed);
  const actions = Array.from({ length: MIN_ACTIONS + MORE_ACTIONS }, (): Action => {
    const kind = draw.chance(CALM_PRESS_SHARE) ? 'press' : draw.of(draw.of([...FAMILIES, REFUNDS, REFUNDS]));
    return { afterMs: waitMs(draw, CALM_WAITS_MS), event: drawEvent(kind, draw) };
  });
  return { seed, instances: draw.of([1, 2]), slowCommitMs: 1, slowStatementMs: 2, callsBackAtOnce: false, actions };
}

function planMuch(seed: number): Plan {
  const draw = new Draw(seed);
  const callsBackAtOnce = draw.chance(1 / 3);
  // Answers are lost while callbacks come.
  const families = FAMILIES.filter(
    (family) => draw.chance(FAMILY_SHARE) || (callsBackAtOnce && family === INITIATIONS),
  );
  const length = MIN_ACTIONS + draw.below(MORE_ACTIONS);
  const actions = Array.from({ length }, (): Action => {
    const afterMs = waitMs(draw, WAITS_MS);
    const isPress = families.length === 0 || draw.chance(PRESS_SHARE);
    const kind = isPress ? (draw.chance(RUSH_SHARE) ? 'rush' : 'press') : draw.of(draw.of(families));
    return { afterMs, event: drawEvent(kind, draw) };
  });
  return {
    seed,
    instances: draw.chance(0.5) ? 2 : 1,
    slowCommitMs: draw.of([1, 5, 5, 400]),
    slowStatementMs: draw.of([2, 5, 25]),
    callsBackAtOnce,
    actions,
  };
}

/** An action in words, for the list of a failed seed. */
export function describeAction({ afterMs, event }: Action): string {
  const { kind, ...details } = event;
  const words = Object.entries(details).map(
    ([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  return `after ${afterMs} ms: ${[kind, ...words].join(', ')}`;
}
