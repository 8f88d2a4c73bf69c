import type { Ledger } from '../ledger.ts';
import type { Settings } from '../options.ts';
import type { Tokens } from '../tokens.ts';

/** What the four endpoints stand on. */
export interface World {
  readonly settings: Settings;
  readonly ledger: Ledger;
  readonly tokens: Tokens;
}
