import * as z from 'zod/mini';
import { nationalForm } from './nationalForm.ts';
import type { CallbackFault, FaultRule, RequestFault } from './page/views.ts';
import { seededRandom } from './random.ts';

const MAX_DELAY_MS = 600_000;

const REQUEST_FAULTS = [
  'delay',
  'status',
  'hang',
  'reset',
  'accept-then-hang',
  'accept-then-reset',
  'accept-then-status',
  'throttle',
  'expire-token',
  'garbage',
] as const satisfies readonly RequestFault[];
const CALLBACK_FAULTS = ['drop', 'delay', 'duplicate', 'early', 'forge'] as const satisfies readonly CallbackFault[];

const whole = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most));
const ms = whole(0, MAX_DELAY_MS);
const httpStatus = whole(200, 599);
/** What `value` must be; where a fault is not named it takes none. */
const VALUES: Readonly<Record<string, { schema: z.ZodMiniType<number>; required: boolean; means: string }>> = {
  delay: { schema: ms, required: true, means: `ms, 0 to ${MAX_DELAY_MS}` },
  status: { schema: httpStatus, required: true, means: 'an HTTP status, 200 to 599' },
  'accept-then-status': { schema: httpStatus, required: true, means: 'an HTTP status, 200 to 599' },
  throttle: { schema: whole(0, 86_400), required: false, means: 'Retry-After in seconds, 0 to 86400' },
  duplicate: { schema: whole(2, 20), required: false, means: 'how often it is sent in all, 2 to 20' },
};

/** An amount written as a number counts as its digits. */
const digits = z.pipe(z.number(), z.transform(String));

const base = {
  value: z.optional(z.number()),
  match: z.optional(z.strictObject({ msisdn: z.optional(z.string()), amount: z.optional(z.union([z.string(), digits])) })),
  probability: z.optional(z.number().check(z.gte(0), z.lte(1))),
  times: z.optional(whole(1, 1_000_000)),
};

const ruleSchema = z
  .discriminatedUnion('on', [
    z.strictObject({ on: z.enum(['token', 'initiate', 'status', 'details']), do: z.enum(REQUEST_FAULTS), ...base }),
    z.strictObject({ on: z.literal('callback'), do: z.enum(CALLBACK_FAULTS), ...base }),
  ])
  .check((context) => {
    const { do: fault, value } = context.value;
    const takes = VALUES[fault];
    const fits = takes === undefined ? value === undefined : value === undefined ? !takes.required : takes.schema.safeParse(value).success;
    if (fits) return;
    const message = takes === undefined ? `${fault} takes no value` : `${fault} takes ${takes.means}`;
    context.issues.push({ code: 'custom', path: ['value'], message, input: value });
  });

/** A list of fault rules, as the portal's API and `--faults FILE` take it. */
export const faultRulesSchema = z.array(ruleSchema).check(z.maxLength(200));

/** What a rule's `match` is compared with. */
export interface FaultFacts {
  readonly msisdn?: string | undefined;
  readonly amount?: string | undefined;
}

/** A rule for requests. */
export type RequestRule = Exclude<FaultRule, { on: 'callback' }>;
/** A rule for callbacks. */
export type CallbackRule = Extract<FaultRule, { on: 'callback' }>;

/** The rules in force. The first that applies decides, and is used up by one. */
export class Faults {
  readonly #random: () => number;
  #rules: { rule: FaultRule; left: number }[] = [];

  constructor(rules: readonly FaultRule[], seed: number) {
    this.#random = seededRandom(seed);
    this.replace(rules);
  }

  /** The rules as they were set, `times` counted down; spent ones are gone. */
  list(): FaultRule[] {
    return this.#rules.map(({ rule, left }) => (rule.times === undefined ? rule : { ...rule, times: left }));
  }

  replace(rules: readonly FaultRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }));
  }

  /** The fault for a request, if a rule applies. */
  forRequest(on: RequestRule['on'], facts: FaultFacts): RequestRule | undefined {
    return this.#take((rule): rule is RequestRule => rule.on === on, facts);
  }

  /** The fault for a callback. `early` rules are tried when the initiation is accepted, all others when it is sent. */
  forCallback(when: 'early' | 'late', facts: FaultFacts): CallbackRule | undefined {
    return this.#take((rule): rule is CallbackRule => rule.on === 'callback' && (rule.do === 'early') === (when === 'early'), facts);
  }

  #take<Rule extends FaultRule>(wanted: (rule: FaultRule) => rule is Rule, facts: FaultFacts): Rule | undefined {
    for (const entry of this.#rules) {
      const { rule } = entry;
      if (!wanted(rule) || !matches(rule, facts)) continue;
      if (rule.probability !== undefined && this.#random() >= rule.probability) continue;
      entry.left -= 1;
      if (entry.left <= 0) this.#rules = this.#rules.filter((other) => other !== entry);
      return rule;
    }
    return undefined;
  }
}

function matches({ match }: FaultRule, facts: FaultFacts): boolean {
  if (match?.amount !== undefined && match.amount !== facts.amount) return false;
  return match?.msisdn === undefined || nationalForm(match.msisdn) === nationalForm(facts.msisdn ?? '');
}
