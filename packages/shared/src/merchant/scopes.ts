/** What a key may do, from least to most. `read`: look; `operate`: also change payments and ask the operator; `admin`: also manage keys. */
export const SCOPES = ['read', 'operate', 'admin'] as const;

/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number];

/** Whether a key with the scope `held` may do what needs `needed`. */
export function includesScope(held: Scope, needed: Scope): boolean {
  return SCOPES.indexOf(held) >= SCOPES.indexOf(needed);
}

/** The name of MERCHANT_API_KEY. */
export const OWNER = 'owner';

/** The name under which the history records what the command line did. */
export const COMMAND_LINE = 'command line';
