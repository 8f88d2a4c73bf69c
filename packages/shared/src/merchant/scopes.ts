/**
 * What a route may need, from least to most. `read`: look; `operate`: also change payments and ask the operator;
 * `admin`: also manage keys.
 */
export const SCOPE_LADDER = ['read', 'operate', 'admin'] as const;

/**
 * What a key may do: a step of the ladder with all below it, or `counter`: take payments at the counter, and nothing
 * else.
 */
export const SCOPES = ['counter', ...SCOPE_LADDER] as const;

/** What a route needs, one of {@link SCOPE_LADDER}. */
export type LadderScope = (typeof SCOPE_LADDER)[number];

/** What a key may do, one of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number];

/** Whether a key with the scope `held` may do what needs `needed`. A key of the counter may not, whatever it is. */
export function includesScope(held: Scope, needed: LadderScope): boolean {
  return held !== 'counter' && SCOPE_LADDER.indexOf(held) >= SCOPE_LADDER.indexOf(needed);
}

/** The name of MERCHANT_API_KEY. */
export const OWNER = 'owner';

/** The name under which the history records what the command line did. */
export const COMMAND_LINE = 'command line';
