import type { AccessTokens } from '../accessTokens.ts';
import type { Ledger } from '../ledger.ts';
import type { Settings } from '../options.ts';

/** The state that the four endpoints share. */
export interface ServiceContext {
  readonly settings: Settings;
  readonly ledger: Ledger;
  readonly tokens: AccessTokens;
}
