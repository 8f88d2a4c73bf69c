import type { AccessTokens } from '../operator/accessTokens.ts';
import type { Applications } from '../operator/applications.ts';
import type { FaultRules } from '../operator/faultRules.ts';
import type { Ledger } from '../operator/ledger.ts';
import type { Settings } from '../operator/options.ts';
import type { RequestLog } from '../operator/requestLog.ts';
import type { TransactionProcessor } from '../operator/transactionProcessor.ts';
import type { Environment } from '../views/views.ts';

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
