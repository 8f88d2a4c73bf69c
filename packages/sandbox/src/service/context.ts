import type { AccessTokens } from '../accessTokens.ts';
import type { Applications } from '../applications.ts';
import type { FaultRules } from '../faultRules.ts';
import type { Ledger } from '../ledger.ts';
import type { Settings } from '../options.ts';
import type { RequestLog } from '../requestLog.ts';
import type { TransactionProcessor } from '../transactionProcessor.ts';
import type { Environment } from '../views.ts';

/** The environment that a request was sent to, and what serves it. */
export interface ServiceContext {
  readonly environment: Environment;
  readonly settings: Settings;
  readonly ledger: Ledger;
  readonly tokens: AccessTokens;
  readonly applications: Applications;
  readonly processor: TransactionProcessor;
  readonly faults: FaultRules;
  readonly requestLog: RequestLog;
  /** Aborted when the sandbox closes. Ends delays. */
  readonly closing: AbortSignal;
}
