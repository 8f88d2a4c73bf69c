/** What the portal's API answers, for the page and for tests. Times are ISO 8601 in UTC, amounts strings of digits. */

/** `spec` follows the interface document to the letter, `live` the service as it is met in the field. */
export type Dialect = 'spec' | 'live';

/** The states of section 3. */
export type TransactionStatus = 'pending' | 'completed' | 'failed';

/** One callback: sent and answered, sent in vain, or not sent because a fault said so. */
export interface CallbackView {
  readonly at: string;
  /** `true` is the service's own operatorStatus, `forged` a fault's wrong body, `dropped` was never sent. */
  readonly kind: 'true' | 'forged' | 'dropped';
  readonly transactionStatus: string;
  /** What the receiver answered; null if it did not. */
  readonly status: number | null;
  /** Why there is no answer; null if there is one. */
  readonly error: string | null;
  /** From sending to the answer, in ms. */
  readonly ms: number | null;
}

/** A transaction as the portal shows it. */
export interface TransactionView {
  readonly serverCorrelationId: string;
  /** The {transID} of a completed transaction, else null. */
  readonly objectReference: string | null;
  /** The same as objectReference; details and callback call it so. */
  readonly transactionReference: string | null;
  readonly status: TransactionStatus;
  /** The word that the service answers for the status: another one than `status` only in the live dialect. */
  readonly operatorStatus: string;
  /** Why it failed, for a person; null unless failed. */
  readonly failure: string | null;
  readonly amount: string;
  readonly currency: string;
  /** National form, `0343500003`, however it was sent. */
  readonly debitMsisdn: string;
  readonly creditMsisdn: string;
  readonly description: string;
  /** requestingOrganisationTransactionReference. Two transactions may share one: the service is not idempotent. */
  readonly reference: string;
  /** X-CorrelationID of the initiation. */
  readonly correlationId: string;
  readonly partnerName: string | null;
  readonly userLanguage: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly callbackUrl: string | null;
  readonly callbacks: readonly CallbackView[];
  readonly fees: readonly { readonly feeAmount: string }[];
}

/** The four endpoints, and `other` for whatever is none of them. */
export type Endpoint = 'token' | 'initiate' | 'status' | 'details' | 'other';

/** A request as the service saw it. Tokens, secrets and callback addresses are left out. */
export interface RequestView {
  /** Counts up from 1. */
  readonly n: number;
  readonly at: string;
  readonly on: Endpoint;
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** X-CorrelationID. */
  readonly correlationId: string | null;
  /** requestingOrganisationTransactionReference, as sent. */
  readonly reference: string | null;
  readonly amount: string | null;
  /** The debit party's number, as sent. */
  readonly msisdn: string | null;
  /** Whether an X-Callback-URL was given. */
  readonly callback: boolean;
  /** The transaction that it made or asked for, if there is one. */
  readonly serverCorrelationId: string | null;
  /** What was done by a fault rule, if one applied. */
  readonly fault: string | null;
  /** The status answered, what happened instead, or null while there is no answer yet. */
  readonly answered: number | 'hang' | 'reset' | null;
  readonly ms: number | null;
}

/** What a rule may look at. Both must match where both are given. */
export interface FaultMatch {
  readonly msisdn?: string | undefined;
  readonly amount?: string | undefined;
}

interface FaultBase {
  readonly value?: number | undefined;
  readonly match?: FaultMatch | undefined;
  /** 0 to 1; 1 if missing. */
  readonly probability?: number | undefined;
  /** How often it applies before it is spent; for ever if missing. */
  readonly times?: number | undefined;
}

/** What can be done to a request. */
export type RequestFault =
  | 'delay'
  | 'status'
  | 'hang'
  | 'reset'
  | 'accept-then-hang'
  | 'accept-then-reset'
  | 'accept-then-status'
  | 'throttle'
  | 'expire-token'
  | 'garbage';

/** What can be done to a callback. */
export type CallbackFault = 'drop' | 'delay' | 'duplicate' | 'early' | 'forge';

/** One rule: the first one that applies decides. */
export type FaultRule =
  | (FaultBase & { readonly on: 'token' | 'initiate' | 'status' | 'details'; readonly do: RequestFault })
  | (FaultBase & { readonly on: 'callback'; readonly do: CallbackFault });

/** A test number and what it holds. */
export interface AccountView {
  readonly msisdn: string;
  readonly balance: string;
}

/** What the page needs to know about the sandbox that serves it. */
export interface SandboxView {
  readonly dialect: Dialect;
  readonly service: string;
  readonly autoApproveMs: number | null;
  readonly accounts: readonly AccountView[];
  /** Consumer Keys that may ask for a token. */
  readonly consumerKeys: readonly string[];
  readonly counts: Readonly<Record<TransactionStatus, number>>;
  /** What the ledger found wrong with itself; empty if all is well. */
  readonly violations: readonly string[];
}
