import type { Asked } from '../../src/core/rules/followingLookup.ts';
import type { NextCheck } from '../../src/core/rules/nextCheck.ts';
import type { InitiationOutcome, StatusOutcome } from '../../src/core/rules/operatorAnswers.ts';
import type { Question } from '../../src/core/rules/questions.ts';
import { ALWAYS } from './ages.ts';
import { NO_ROWS, type Rows } from './rowsInMemory.ts';

/** What the operator has of a payment, by the number of its attempt. */
export interface Transaction {
  /** `none`: it has received no request, or has refused it. */
  readonly status: 'none' | 'pending' | 'completed' | 'failed';
  /** How many requests of the payment it has received and not refused; 2 stands for more. */
  readonly accepted: number;
  /** The request is still on its way; the companion has given up waiting. */
  readonly isLate: boolean;
  /** The prompt appeared less than the cool-down ago. */
  readonly isFresh: boolean;
  /** The callback about the result: on its way, or arrived. */
  readonly callback: 'none' | 'due' | 'arrived';
  /** It answered with a refusal, and has carried the request out all the same. */
  readonly isContrary: boolean;
  /** It was reported as failed before. */
  readonly isCorrected: boolean;
  /** The operator has created two transactions for the request, and answered with the first one, which failed. */
  readonly isSecond: boolean;
}

/** The details of a transaction, as a worker has read them. */
export type DetailsRead =
  | { readonly kind: 'details'; readonly of: number; readonly isOtherAmount?: true }
  | { readonly kind: 'absent' }
  | { readonly kind: 'lost' };

/** What a worker has read about one question. */
export interface EvidenceRead {
  readonly status: {
    readonly serverCorrelationId: string;
    readonly isNamedByCallback: boolean;
    readonly answer: StatusOutcome | null;
  } | null;
  readonly transactions: readonly {
    readonly reference: string;
    readonly isNamedByCallback: boolean;
    readonly answer: DetailsRead;
  }[];
}

/** What a status check decides about next: what it has read of its own, or what it asks about first. */
export type LeftToDo =
  | { readonly kind: 'own'; readonly evidence: EvidenceRead }
  | { readonly kind: 'ask'; readonly question: Question };

/** What a worker does, and what it holds in memory. A crash makes it idle. `isHolder`: its fencing token is the newest. */
export type Activity =
  | { readonly kind: 'idle' }
  /** It has opened a payment, and waits for a token, or is about to send the request, or has the answer. */
  | {
      readonly kind: 'send';
      readonly payment: number;
      readonly isHolder: boolean;
      readonly stage: 'waiting' | 'ready' | 'refused' | 'answered';
      /** Its lease has ended since it wrote `sending`: then it sends nothing. */
      readonly hasPaused: boolean;
      readonly answer: InitiationOutcome | null;
    }
  | { readonly kind: 'lapsed'; readonly payment: number; readonly isHolder: boolean }
  /** It has read `evidence`, and decides about it; then it asks about what is left. */
  | {
      readonly kind: 'check';
      readonly payment: number;
      readonly isHolder: boolean;
      readonly asked: Asked;
      readonly evidence: EvidenceRead;
      readonly left: readonly LeftToDo[];
      readonly checks: readonly NextCheck[];
    }
  | {
      readonly kind: 'release';
      readonly payment: number;
      readonly isHolder: boolean;
      readonly next: 'planned' | 'never' | 'stop';
    }
  /** Somebody has typed a reference; the operator's details are here. */
  | {
      readonly kind: 'reference';
      readonly payment: number;
      readonly by: 'payer' | 'merchant';
      readonly reference: string;
      readonly answer: DetailsRead;
    };

/** What may still happen. */
export interface Budget {
  readonly crashes: number;
  readonly forgedCallbacks: number;
  readonly lostAnswers: number;
  /** Lookups that the operator answers with a word of its own, unreadably, with a refusal, or with another amount. */
  readonly oddAnswers: number;
  readonly references: number;
  readonly resolutions: number;
  /** Refunds that are recorded, or voided. */
  readonly refunds: number;
  readonly refreshes: number;
  /** Requests that the operator refuses and carries out. */
  readonly contraryRefusals: number;
  /** Transactions that the operator reports as failed, and then as completed. */
  readonly corrections: number;
  /** Requests for which the operator creates two transactions; the first one, which it names, fails. */
  readonly secondTransactions: number;
  /** Steps of the clock forward. */
  readonly clockSteps: number;
  /** Since when the clock has not stepped: an age. */
  readonly steadyFor: number;
}

/** The bounds of a search. */
export interface Bounds extends Partial<Omit<Budget, 'steadyFor'>> {
  readonly payments: number;
  readonly workers: number;
  /** On PostgreSQL, the database may lack that a payment was sent. */
  readonly isPostgres?: boolean;
  /** The operator never answers about a status. */
  readonly isStatusAway?: boolean;
  /** The operator never answers about the details of a transaction. */
  readonly areDetailsAway?: boolean;
  /** The operator's callbacks name the transaction, and no serverCorrelationId. */
  readonly isIdMissing?: boolean;
  /** No prompt is open, and no check under way, for as long as the schedule of status checks: four days. */
  readonly arePromptsShort?: boolean;
}

/** One state: the database, the operator, the workers' memories, and what may still happen. */
export interface World {
  readonly rows: Rows;
  readonly operator: readonly Transaction[];
  readonly workers: readonly Activity[];
  readonly budget: Budget;
}

export const IDLE: Activity = { kind: 'idle' };
export const NO_TRANSACTION: Transaction = {
  status: 'none',
  accepted: 0,
  isLate: false,
  isFresh: false,
  callback: 'none',
  isContrary: false,
  isCorrected: false,
  isSecond: false,
};

/** The operator's names of the transaction of an attempt, by its number from 0. */
export const idOf = (payment: number): string => `sc-${payment + 1}`;
/** The first of two transactions of one request. */
export const firstIdOf = (payment: number): string => `sc-${payment + 1}-first`;
export const referenceOf = (payment: number): string => `TX${payment + 1}`;
/** A name that the operator does not know. */
export const UNKNOWN_ID = 'sc-unknown';

/** Nothing that a bound allows may happen any more. */
export const NOTHING_NEW = {
  crashes: 0,
  forgedCallbacks: 0,
  lostAnswers: 0,
  oddAnswers: 0,
  references: 0,
  resolutions: 0,
  refunds: 0,
  refreshes: 0,
  contraryRefusals: 0,
  corrections: 0,
  secondTransactions: 0,
  clockSteps: 0,
} as const satisfies Omit<Budget, 'steadyFor'>;

/** Before anything has happened. */
export function firstWorld(bounds: Bounds): World {
  const { payments: _payments, workers, isPostgres: _isPostgres, ...others } = bounds;
  const {
    isStatusAway: _isStatusAway,
    areDetailsAway: _areDetailsAway,
    isIdMissing: _isIdMissing,
    arePromptsShort: _arePromptsShort,
    ...mayHappen
  } = others;
  return {
    rows: NO_ROWS,
    operator: [],
    workers: Array.from({ length: workers }, () => IDLE),
    budget: { ...NOTHING_NEW, ...mayHappen, steadyFor: ALWAYS },
  };
}
