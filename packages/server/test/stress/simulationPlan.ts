import type { Step } from '../../src/core/payments/steps.ts';
import { randomFrom } from './random.ts';
import type { DatabaseState } from './simulatedDatabase.ts';
import { INITIATION_FATES, type InitiationFate, type OperatorFaults } from './simulatedOperator.ts';

/** What the shop's endpoint does with a webhook. `slow`: it takes the webhook, and the companion stops waiting for its answer. */
export type ShopState = 'up' | 'unreachable' | 'refuses' | 'slow' | 'answer lost';

/** One thing that happens. Numbers that name something are taken modulo how many there are. */
export type Event =
  | {
      readonly kind: 'press';
      readonly order: number;
      readonly payer: number;
      readonly amount: number;
      readonly clicks: number;
      readonly page: number;
      /** The shopper presses once more after so long; null: not. */
      readonly againAfterMs: number | null;
    }
  /**
   * A companion hangs when it has opened a payment, and the shopper presses again right after its lease has ended, in another companion if
   * there is one.
   */
  | {
      readonly kind: 'stalled press';
      readonly order: number;
      readonly instance: number;
      readonly forMs: number;
      readonly againAfterMs: number;
    }
  | { readonly kind: 'rush'; readonly orders: number; readonly withinMs: number }
  | { readonly kind: 'create link'; readonly isReusable: boolean; readonly expiresInMs: number | null }
  | { readonly kind: 'press link'; readonly link: number; readonly payer: number; readonly isRepeated: boolean; readonly clicks: number }
  | { readonly kind: 'cancel link'; readonly link: number }
  | {
      readonly kind: 'counter';
      /** -1: the companion makes the order. */
      readonly order: number;
      readonly payer: number;
      /** Each seller has an Idempotency-Key of their own, and taps so often at once. */
      readonly sellers: number;
      readonly taps: number;
      /** Each seller taps once more after so long, as after a reload; null: not. */
      readonly againAfterMs: number | null;
    }
  | { readonly kind: 'initiations'; readonly fate: InitiationFate; readonly count: number }
  | { readonly kind: 'operator'; readonly fault: Partial<OperatorFaults>; readonly forMs: number }
  | { readonly kind: 'forged callback'; readonly transaction: number; readonly names: number; readonly status: 'completed' | 'failed' }
  | { readonly kind: 'correction'; readonly transaction: number; readonly isCalledBack: boolean }
  | { readonly kind: 'crash'; readonly instance: number; readonly downMs: number }
  | { readonly kind: 'crash at'; readonly instance: number; readonly point: Point; readonly downMs: number }
  | { readonly kind: 'hang'; readonly instance: number; readonly forMs: number }
  | { readonly kind: 'hang at'; readonly instance: number; readonly point: Point; readonly forMs: number }
  | { readonly kind: 'database'; readonly state: DatabaseState; readonly forMs: number }
  | { readonly kind: 'clock'; readonly byMs: number; readonly forMs: number }
  | { readonly kind: 'shop'; readonly state: ShopState; readonly forMs: number }
  | { readonly kind: 'submit reference'; readonly payment: number; readonly transaction: number }
  | { readonly kind: 'resolve'; readonly payment: number; readonly resolution: 'received' | 'not_received' | 'closed' }
  | { readonly kind: 'refund'; readonly payment: number; readonly thousandths: number; readonly times: number }
  | { readonly kind: 'void refund'; readonly refund: number };

/** An event with the time that passes before it, ms. */
export interface Action {
  readonly afterMs: number;
  readonly event: Event;
}

/** What a seed makes happen. */
export interface Plan {
  readonly seed: number;
  /** Companions on the one database. */
  readonly instances: 1 | 2;
  /** How long a transaction's answer takes at most, ms. */
  readonly slowCommitMs: number;
  /** How long a transaction, or a statement outside one, waits for its turn at most, ms. */
  readonly slowStatementMs: number;
  /** Whether payers answer at once, and each callback comes within 50 ms before or after the answer to its initiation. */
  readonly callsBackAtOnce: boolean;
  readonly actions: readonly Action[];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A step of a payment, or so many statements later. */
export type Point = Step | number;

/** How long a companion that hangs keeps its payments. */
const LEASE_MS = 12 * SECOND;
const SEND_STEPS: readonly Step[] = ['attempt written', 'ready to send', 'sending written', 'answered', 'answer written'];
const CHECK_STEPS: readonly Step[] = ['status read', 'details read', 'result written', 'webhook answered', 'callback stored'];
const HANGS_MS = [2 * SECOND, 14 * SECOND, 40 * SECOND, 100 * SECOND] as const;
/** The faults of the operator, one at a time. */
export const OPERATOR_FAULTS: readonly Partial<OperatorFaults>[] = [
  { network: 'down' },
  { tokens: 'down' },
  { tokens: 'slow' },
  { lookups: 'down' },
  { lookups: 'slow' },
  { lookups: 'odd' },
  { details: 'down' },
  { details: 'absent' },
  { details: 'wrong amount' },
  { details: 'no amount' },
  { details: 'no debit party' },
  { details: 'no credit party' },
  { details: 'pending' },
  { results: 'not named' },
  { results: 'contradictory' },
];

/** Draws from the seed. */
class Draw {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  of<T>(choices: readonly [T, ...T[]] | readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
}

type Family = (draw: Draw) => Event;

const pay: Family = (draw) => ({
  kind: 'press',
  order: draw.below(5),
  payer: draw.chance(0.15) ? draw.below(5) : -1,
  amount: draw.chance(0.1) ? 1 : 0,
  clicks: draw.of([1, 1, 1, 2, 4]),
  page: draw.below(3),
  againAfterMs: draw.of([null, null, 15 * SECOND, 30 * SECOND, 95 * SECOND]),
});
/** Within a second after the lease has ended, its payment is still `created`: then the other companion's poller fails it. */
const stalledPress: Family = (draw) => ({
  kind: 'stalled press',
  order: draw.below(5),
  instance: draw.below(2),
  forMs: draw.of([14 * SECOND, 40 * SECOND]),
  againAfterMs: LEASE_MS + draw.below(SECOND),
});
/** Many shoppers at the same time, each with an order and a phone of their own. */
const rush: Family = (draw) => ({ kind: 'rush', orders: draw.of([2, 5, 20]), withinMs: draw.of([0, 2 * SECOND, 20 * SECOND]) });
const payLink: Family = (draw) => ({
  kind: 'press link',
  link: draw.below(3),
  payer: draw.below(2),
  isRepeated: draw.chance(0.4),
  clicks: draw.of([1, 1, 3]),
});
const counter: Family = (draw) => ({
  kind: 'counter',
  order: draw.of([-1, draw.below(5)]),
  payer: draw.below(5),
  sellers: draw.of([1, 1, 2]),
  taps: draw.of([1, 2, 3]),
  againAfterMs: draw.of([null, 300, 15 * SECOND, 95 * SECOND]),
});

const INITIATIONS: readonly Family[] = [(draw) => ({ kind: 'initiations', fate: draw.of(INITIATION_FATES), count: draw.of([1, 2, 6]) })];

/** Kinds of faults and uses. A seed has about half of them, so that each is tried with few others too. */
const FAMILIES: readonly (readonly Family[])[] = [
  INITIATIONS,
  [(draw) => ({ kind: 'operator', fault: draw.of(OPERATOR_FAULTS), forMs: draw.of([5 * SECOND, 30 * SECOND, 2 * MINUTE, 15 * MINUTE]) })],
  [
    (draw) => ({
      kind: 'forged callback',
      transaction: draw.below(20),
      names: draw.below(20),
      status: draw.of(['completed', 'failed'] as const),
    }),
    (draw) => ({ kind: 'correction', transaction: draw.below(20), isCalledBack: draw.chance(0.6) }),
  ],
  [
    (draw) => ({ kind: 'crash', instance: draw.below(2), downMs: draw.of([100, 3 * SECOND, 20 * SECOND]) }),
    (draw) => ({
      kind: 'crash at',
      instance: draw.below(2),
      point: draw.of([...SEND_STEPS, ...SEND_STEPS, ...CHECK_STEPS]),
      downMs: draw.of([100, 20 * SECOND]),
    }),
    (draw) => ({ kind: 'crash at', instance: draw.below(2), point: draw.below(60), downMs: draw.of([100, 20 * SECOND]) }),
  ],
  [
    (draw) => ({ kind: 'hang', instance: draw.below(2), forMs: draw.of(HANGS_MS) }),
    (draw) => ({ kind: 'hang at', instance: draw.below(2), point: draw.of([...SEND_STEPS, ...CHECK_STEPS]), forMs: draw.of(HANGS_MS) }),
    (draw) => ({ kind: 'hang at', instance: draw.below(2), point: draw.below(60), forMs: draw.of(HANGS_MS) }),
    stalledPress,
  ],
  [
    (draw) => ({
      kind: 'database',
      state: draw.of(['refused', 'full', 'answer lost'] as const),
      forMs: draw.of([200, 2 * SECOND, 15 * SECOND]),
    }),
  ],
  [
    (draw) => ({
      kind: 'clock',
      byMs: draw.of([-HOUR, -20 * SECOND, 30 * SECOND, 3 * HOUR, 4 * 24 * HOUR]),
      forMs: draw.of([10 * SECOND, 5 * MINUTE, HOUR]),
    }),
  ],
  [
    (draw) => ({
      kind: 'shop',
      state: draw.of(['unreachable', 'refuses', 'slow', 'answer lost'] as const),
      forMs: draw.of([3 * SECOND, 30 * SECOND, 7 * MINUTE]),
    }),
  ],
  [
    (draw) => ({ kind: 'submit reference', payment: draw.below(20), transaction: draw.below(20) }),
    (draw) => ({ kind: 'resolve', payment: draw.below(20), resolution: draw.of(['received', 'not_received', 'closed'] as const) }),
  ],
  [
    (draw) => ({
      kind: 'refund',
      payment: draw.below(20),
      thousandths: draw.of([1, 300, 500, 1000, 1001]),
      times: draw.of([1, 1, 3]),
    }),
    (draw) => ({ kind: 'void refund', refund: draw.below(20) }),
  ],
  [
    (draw) => ({ kind: 'create link', isReusable: draw.chance(0.5), expiresInMs: draw.of([null, null, MINUTE, HOUR]) }),
    payLink,
    payLink,
    payLink,
    (draw) => ({ kind: 'cancel link', link: draw.below(3) }),
  ],
  [counter],
];

const WAITS_MS = [0, 20, 300, SECOND, 3 * SECOND, 3 * SECOND, 8 * SECOND, 15 * SECOND, 95 * SECOND] as const;
const LONG_WAITS_MS = [11 * MINUTE, 2 * HOUR] as const;
/** A plan has 10 to 39 actions. */
const MIN_ACTIONS = 10;
const MORE_ACTIONS = 30;
const PRESS_SHARE = 0.4;
const RUSH_SHARE = 0.2;
const FAMILY_SHARE = 0.4;

/** Plans what happens for a seed. */
export function planOf(seed: number): Plan {
  const draw = new Draw(seed);
  const callsBackAtOnce = draw.chance(1 / 3);
  // Answers are lost while callbacks come.
  const families = FAMILIES.filter((family) => draw.chance(FAMILY_SHARE) || (callsBackAtOnce && family === INITIATIONS));
  const length = MIN_ACTIONS + draw.below(MORE_ACTIONS);
  const actions = Array.from({ length }, (): Action => {
    const afterMs = draw.chance(0.03) ? draw.of(LONG_WAITS_MS) : draw.of(WAITS_MS);
    const family = families.length === 0 || draw.chance(PRESS_SHARE) ? [draw.chance(RUSH_SHARE) ? rush : pay] : draw.of(families);
    return { afterMs, event: draw.of(family)(draw) };
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
  const words = Object.entries(details).map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  return `after ${afterMs} ms: ${[kind, ...words].join(', ')}`;
}
