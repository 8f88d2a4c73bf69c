import * as z from 'zod/mini';
import { type FaultRule, faultRuleSchema } from '../views/faultRule.ts';
import type { TransactionStatus } from '../views/views.ts';
import { BUSINESS_ERRORS, findBusinessError } from './businessErrors.ts';
import { toNationalMsisdn } from './msisdn.ts';
import { createSeededRandom } from './seededRandom.ts';

const MAX_DELAY_MS = 600_000;
const MAX_RETRY_AFTER_SECONDS = 86_400;
const MAX_DUPLICATES = 20;
const MAX_RULES = 200;

const integerBetween = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));
const delayMs = integerBetween(0, MAX_DELAY_MS);
/** `4001` and `4002` may be given as numbers. */
const errorName = z.union([z.string(), z.number()]);
const httpStatus = integerBetween(200, 599);
/**
 * The business errors with which a transaction can fail later: all but the two answers that say that nothing was
 * created.
 */
const isFailureName = (value: string | number): boolean =>
  findBusinessError(value) !== undefined && !/^4/.test(String(value));
const FAILURE_NAMES = Object.keys(BUSINESS_ERRORS).filter(isFailureName);
/** What `value` must be for a fault. A fault that is not listed takes no value. */
const VALUES: Readonly<
  Record<string, { schema: z.ZodMiniType<number | string>; isRequired: boolean; description: string }>
> = {
  delay: { schema: delayMs, isRequired: true, description: `a delay in ms, from 0 to ${MAX_DELAY_MS}` },
  status: { schema: httpStatus, isRequired: true, description: 'an HTTP status from 200 to 599' },
  'accept-then-status': { schema: httpStatus, isRequired: true, description: 'an HTTP status from 200 to 599' },
  throttle: {
    schema: integerBetween(0, MAX_RETRY_AFTER_SECONDS),
    isRequired: false,
    description: `a Retry-After in seconds, from 0 to ${MAX_RETRY_AFTER_SECONDS}`,
  },
  duplicate: {
    schema: integerBetween(2, MAX_DUPLICATES),
    isRequired: false,
    description: `the total number of callbacks, from 2 to ${MAX_DUPLICATES}`,
  },
  'business-error': {
    schema: errorName.check(z.refine((value) => findBusinessError(value) !== undefined)),
    isRequired: true,
    description: `the name of an error: ${Object.keys(BUSINESS_ERRORS).join(', ')}`,
  },
  'fail-later': {
    schema: errorName.check(z.refine(isFailureName)),
    isRequired: true,
    description: `the name of an error: ${FAILURE_NAMES.join(', ')}`,
  },
};
/** The endpoints of the faults that belong to one of them. A token request has no business errors. */
const ENDPOINTS: Readonly<Record<string, readonly string[]>> = {
  'business-error': ['initiate', 'status', 'details'],
  'fail-later': ['initiate'],
  'success-without-reference': ['status'],
  'other-amount': ['details'],
};

const ruleSchema = faultRuleSchema.check((context) => {
  const { on, do: fault, value } = context.value;
  const endpoints = ENDPOINTS[fault];
  if (endpoints !== undefined && !endpoints.includes(on)) {
    context.issues.push({
      code: 'custom',
      path: ['do'],
      message: `${fault} is a fault of ${endpoints.join(', ')}`,
      input: fault,
    });
  }
  const expected = VALUES[fault];
  if (isValidValue(expected, value)) return;
  const message = expected === undefined ? `${fault} takes no value` : `${fault} takes ${expected.description}`;
  context.issues.push({ code: 'custom', path: ['value'], message, input: value });
});

function isValidValue(expected: (typeof VALUES)[string] | undefined, value: number | string | undefined): boolean {
  if (expected === undefined) return value === undefined;
  return value === undefined ? !expected.isRequired : expected.schema.safeParse(value).success;
}

/** Validates a list of fault rules, from the portal's API or from `--faults FILE`. */
export const faultRulesSchema = z.array(ruleSchema).check(z.maxLength(MAX_RULES));

/** The payment fields that a rule's `match` is compared with. */
export interface FaultTarget {
  /** The status of the transaction that the request asks for. */
  readonly status?: TransactionStatus | undefined;
  readonly msisdn?: string | undefined;
  readonly amount?: string | undefined;
}

/** A rule for requests. */
export type RequestRule = Exclude<FaultRule, { on: 'callback' }>;
/** A rule for callbacks. */
export type CallbackRule = Extract<FaultRule, { on: 'callback' }>;

/** The active fault rules. They are tried in order, and the first rule that applies is used. */
export class FaultRules {
  readonly #random: () => number;
  #rules: { id: string; rule: FaultRule; remaining: number }[] = [];
  #added = 0;

  /** @param seed the seed of the rules' probabilities */
  constructor(rules: readonly FaultRule[], seed: number) {
    this.#random = createSeededRandom(seed);
    this.replace(rules);
  }

  /** The active rules. `times` is what remains; a rule that is used up is no longer listed. */
  list(): FaultRule[] {
    return this.#rules.map(({ rule, remaining }) => (rule.times === undefined ? rule : { ...rule, times: remaining }));
  }

  /** Replaces all rules. */
  replace(rules: readonly FaultRule[]): void {
    this.#rules = [];
    this.add(rules);
  }

  /** Whether there is place for so many more rules. */
  hasPlaceFor(count: number): boolean {
    return this.#rules.length + count <= MAX_RULES;
  }

  /** Adds rules behind the others, and returns their ids. */
  add(rules: readonly FaultRule[]): string[] {
    const added = rules.map((rule) => {
      this.#added += 1;
      return { id: String(this.#added), rule, remaining: rule.times ?? Number.POSITIVE_INFINITY };
    });
    this.#rules = [...this.#rules, ...added];
    return added.map(({ id }) => id);
  }

  /** Removes a rule; false if there is none with this id, because it is used up or was replaced. */
  remove(id: string): boolean {
    const before = this.#rules.length;
    this.#rules = this.#rules.filter((entry) => entry.id !== id);
    return this.#rules.length < before;
  }

  /** Returns the rule that applies to a request, if any, and counts its `times` down. */
  takeRequestRule(on: RequestRule['on'], target: FaultTarget): RequestRule | undefined {
    return this.#take((rule): rule is RequestRule => rule.on === on, target);
  }

  /**
   * Returns the rule that applies to a callback, if any, and counts its `times` down.
   *
   * @param when `early` when the initiation is accepted: only `early` rules apply. `late` when the callback is sent:
   *   all others apply
   */
  takeCallbackRule(when: 'early' | 'late', target: FaultTarget): CallbackRule | undefined {
    return this.#take(
      (rule): rule is CallbackRule => rule.on === 'callback' && (rule.do === 'early') === (when === 'early'),
      target,
    );
  }

  #take<Rule extends FaultRule>(isCandidate: (rule: FaultRule) => rule is Rule, target: FaultTarget): Rule | undefined {
    for (const entry of this.#rules) {
      const { rule } = entry;
      if (!isCandidate(rule) || !matches(rule, target)) continue;
      if (rule.probability !== undefined && this.#random() >= rule.probability) continue;
      entry.remaining -= 1;
      if (entry.remaining <= 0) this.#rules = this.#rules.filter((other) => other !== entry);
      return rule;
    }
    return undefined;
  }
}

function matches({ match, do: fault }: FaultRule, target: FaultTarget): boolean {
  if (fault === 'success-without-reference' && target.status !== 'completed') return false;
  if (match?.amount !== undefined && match.amount !== target.amount) return false;
  return match?.msisdn === undefined || toNationalMsisdn(match.msisdn) === toNationalMsisdn(target.msisdn ?? '');
}
