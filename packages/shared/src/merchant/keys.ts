/** What a key may do, from least to most. `read`: look; `operate`: also change payments and ask the operator; `admin`: also manage keys. */
export const SCOPES = ['read', 'operate', 'admin'] as const;

/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number];
