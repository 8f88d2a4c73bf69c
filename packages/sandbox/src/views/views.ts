/**
 * The types of the portal's API, and the values of its choices, for the page and for tests. Times are ISO 8601 in UTC,
 * amounts are strings of digits in Ariary.
 */

/** `spec` follows the interface document, `live` follows the recorded behaviour of the real service. */
export type Dialect = 'spec' | 'live';

/** The values of each choice of {@link Behaviour}. The first one is the default. */
export const BEHAVIOUR_VALUES = {
  /**
   * Live dialect: the status of an unknown serverCorrelationId. `empty`: a 404 that echoes the id, with empty fields.
   * `error`: a 400 with mmErrorCode 4001.
   */
  unknownStatus: ['empty', 'error'],
  /**
   * Live dialect: the gateway's errors (401, 429, 503). `flat`: `{code, type, message, description}`. `nested`:
   * `{fault: {…}}`.
   */
  gatewayErrors: ['flat', 'nested'],
  /** The fee of 1.5 %. `rounded`: up to whole Ariary. `exact`: with two decimals. `none`: 0. */
  fee: ['rounded', 'exact', 'none'],
  /** Live dialect: `requestDate` of the details. `utc`, or `ahead`: three hours ahead, although labelled as UTC. */
  requestDate: ['utc', 'ahead'],
  /** A second initiation with the same reference. `accept`: another transaction. `conflict`: 409. */
  duplicates: ['accept', 'conflict'],
  /**
   * An unknown payer or too low a balance. `refuse`: at once. `fail-later`: the transaction is accepted and then fails.
   */
  payerErrors: ['refuse', 'fail-later'],
  /** Live dialect: failed transactions. `none`: without a reference. `kept`: with a reference and a record. */
  failedRecords: ['none', 'kept'],
  /**
   * Details of money that was sent by hand from a phone. `all`: as of every transaction. `own`: only transactions that
   * began at this interface have details. Nobody has recorded what the real service does.
   */
  details: ['all', 'own'],
} as const;

/** What the sandbox does where the interface document is silent and the records of the real service disagree. */
export type Behaviour = { readonly [Name in keyof typeof BEHAVIOUR_VALUES]: (typeof BEHAVIOUR_VALUES)[Name][number] };

/** The operator's two environments (section 1). Each has its own base address and its own credentials. */
export type Environment = 'sandbox' | 'production';

/** The status of a transaction (section 3). */
export type TransactionStatus = 'pending' | 'completed' | 'failed';

/** A callback that was sent, or that a fault rule dropped. */
export interface CallbackView {
  readonly at: string;
  /**
   * `genuine`: with the transaction's real status. `forged`: with a wrong body, by a fault rule. `dropped`: not sent,
   * by a fault rule.
   */
  readonly kind: 'genuine' | 'forged' | 'dropped';
  readonly transactionStatus: string;
  /** The HTTP status of the receiver's response. Null without a response. */
  readonly status: number | null;
  /** Why there is no response. Null if there is one. */
  readonly error: string | null;
  /** The time from sending to the response or the error. Null if the callback was not sent. */
  readonly durationMs: number | null;
}

/** What an accepted initiation asks for. */
export interface InitiationView {
  readonly environment: Environment;
  readonly amount: string;
  readonly currency: string;
  /** In national form, `0343500003`, even if it was sent in another form. */
  readonly debitMsisdn: string;
  /** In national form. */
  readonly creditMsisdn: string;
  readonly description: string;
  /**
   * requestingOrganisationTransactionReference. Several transactions may share one, because the service is not
   * idempotent.
   */
  readonly reference: string;
  /** X-CorrelationID of the initiation. */
  readonly correlationId: string;
  readonly partnerName: string | null;
  readonly userLanguage: string;
  readonly callbackUrl: string | null;
}

/** A transaction as the portal shows it. */
export interface TransactionView extends InitiationView {
  /** Whether a phone sent the money by hand, without an initiation at this interface. */
  readonly isByHand: boolean;
  readonly serverCorrelationId: string;
  /** The {transID} of a completed transaction, and of a failed one if failed transactions are kept. Otherwise null. */
  readonly objectReference: string | null;
  /** Equal to objectReference. The transaction details and the callback use this name. */
  readonly transactionReference: string | null;
  readonly status: TransactionStatus;
  /** The value that the service sends as the status. It differs from `status` only in the live dialect. */
  readonly operatorStatus: string;
  /** Why the transaction failed, for a person to read. Null unless failed. */
  readonly failure: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly callbacks: readonly CallbackView[];
  readonly fees: readonly { readonly feeAmount: string }[];
}

/** The four endpoints of the service, and `other` for every other path. */
export type Endpoint = 'token' | 'initiate' | 'status' | 'details' | 'other';

/** A request that the service received, without tokens, secrets and callback addresses. */
export interface RequestView {
  /** The sequence number, from 1. */
  readonly sequence: number;
  readonly at: string;
  readonly on: Endpoint;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** X-CorrelationID. */
  readonly correlationId: string | null;
  /** requestingOrganisationTransactionReference, as sent. */
  readonly reference: string | null;
  readonly amount: string | null;
  /** The debit party's number, as sent. */
  readonly msisdn: string | null;
  /** Whether the request had an X-Callback-URL. */
  readonly hasCallbackUrl: boolean;
  /** The transaction that the request created or asked for, or null. */
  readonly serverCorrelationId: string | null;
  /** The fault that was applied, or null. */
  readonly fault: string | null;
  /** Why the service rejected the request, in more words than its response has. Null if it accepted the request. */
  readonly reason: string | null;
  /**
   * The HTTP status of the response. `hang`: no response. `reset`: the connection was reset. Null while the request is
   * being handled.
   */
  readonly outcome: number | 'hang' | 'reset' | null;
  /** How long the request took. Null while it is being handled. */
  readonly durationMs: number | null;
}

/** An application that a developer declared in the portal (section 1). */
export interface ApplicationView {
  readonly id: string;
  readonly name: string;
  /** `waiting` for validation, `validated`, `go_live_requested`, or `live` once go-live is validated. */
  readonly status: 'waiting' | 'validated' | 'go_live_requested' | 'live';
  /** The Consumer Key of the sandbox environment. Null until it is issued, and once it is revoked. */
  readonly sandboxKey: string | null;
  /** The Consumer Key of the production environment. */
  readonly productionKey: string | null;
}

/** Keys of an environment, in the only response that has the Consumer Secret. */
export interface IssuedKeysView {
  readonly environment: Environment;
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/** A test number and its balance in Ariary. */
export interface AccountView {
  readonly msisdn: string;
  readonly balance: string;
}

/** The settings and the state of the sandbox, for the portal's page. */
export interface SandboxView {
  readonly dialect: Dialect;
  readonly service: string;
  readonly behaviour: Behaviour;
  /** After how many ms each transaction is approved automatically. Null if automatic approval is off. */
  readonly autoApproveMs: number | null;
  readonly accounts: readonly AccountView[];
  /** The Consumer Keys that may request a token. */
  readonly consumerKeys: readonly string[];
  /** Whether the first of them has the Consumer Secret that the manual names. */
  readonly hasDefaultSecret: boolean;
  readonly counts: Readonly<Record<TransactionStatus, number>>;
  /** The violated invariants of the ledger, one sentence each. Empty if there is none. */
  readonly violations: readonly string[];
}
