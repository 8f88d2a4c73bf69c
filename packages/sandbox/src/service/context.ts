import type { AccessTokens } from '../accessTokens.ts';
import type { Applications } from '../applications.ts';
import type { Ledger } from '../ledger.ts';
import type { Settings } from '../options.ts';
import type { Environment } from '../page/views.ts';

/** The state that the four endpoints share. */
export interface ServiceContext {
  /** The environment that the request was sent to. */
  readonly environment: Environment;
  readonly settings: Settings;
  readonly ledger: Ledger;
  readonly tokens: AccessTokens;
  readonly applications: Applications;
}
