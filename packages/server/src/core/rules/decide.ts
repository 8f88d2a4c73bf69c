import type { Decision, Moment, Recheck, State } from './decision.ts';
import { type CallbackInput, decideCallback } from './decisions/callback.ts';
import { decideStopped, type StoppedInput } from './decisions/checksStopped.ts';
import { decideEvidence } from './decisions/evidence.ts';
import type { EvidenceInput } from './decisions/evidenceContext.ts';
import {
  type AnswerInput,
  decideAnswer,
  decideNotSent,
  decideSending,
  type NotSentInput,
  type SendingInput,
} from './decisions/initiation.ts';
import { decideLapsed, type LapsedInput } from './decisions/lapsed.ts';
import {
  decideReference,
  decideReferenceAttempt,
  decideReferenceReturned,
  type ReferenceAttemptInput,
  type ReferenceInput,
  type ReferenceOutcome,
  type ReferenceRefusal,
} from './decisions/reference.ts';
import { decideRefresh } from './decisions/refresh.ts';
import { decideRefund, type RefundInput, type RefundRefusal } from './decisions/refund.ts';
import { decideReplay, type ReplayInput } from './decisions/replay.ts';
import { decideResolution, type ResolutionInput } from './decisions/resolution.ts';
import { decideSale, type SaleInput, type SaleRefusal } from './decisions/sale.ts';

/** What can happen to a payment, each with what is known about it. docs/lifecycle.md says what each leads to. */
interface Inputs {
  sending: SendingInput;
  not_sent: NotSentInput;
  answer: AnswerInput;
  callback: CallbackInput;
  evidence: EvidenceInput;
  lapsed: LapsedInput;
  checks_stopped: StoppedInput;
  refresh: object;
  reference_attempt: ReferenceAttemptInput;
  reference_returned: object;
  reference: ReferenceInput;
  sale: SaleInput;
  resolution: ResolutionInput;
  refund: RefundInput;
  webhook_replayed: ReplayInput;
}

/** What each decision answers to its use case. */
interface Outcomes {
  sending: boolean;
  not_sent: boolean;
  answer: null;
  callback: null;
  evidence: Recheck;
  lapsed: Recheck;
  checks_stopped: Recheck;
  refresh: null;
  reference_attempt: ReferenceRefusal | null;
  reference_returned: null;
  reference: ReferenceOutcome;
  sale: 'completed' | SaleRefusal;
  resolution: boolean;
  refund: RefundRefusal | null;
  webhook_replayed: null;
}

export type InputKind = keyof Inputs;
export type InputOf<Kind extends InputKind> = { readonly kind: Kind } & Inputs[Kind];
/** Something that happens to a payment. */
export type Input = { readonly [Kind in InputKind]: InputOf<Kind> }[InputKind];
export type OutcomeOf<Kind extends InputKind> = Outcomes[Kind];

const DECISIONS: {
  readonly [Kind in InputKind]: (state: State, input: Inputs[Kind], moment: Moment) => Decision<Outcomes[Kind]>;
} = {
  sending: decideSending,
  not_sent: decideNotSent,
  answer: decideAnswer,
  callback: decideCallback,
  evidence: decideEvidence,
  lapsed: decideLapsed,
  checks_stopped: decideStopped,
  refresh: decideRefresh,
  reference_attempt: decideReferenceAttempt,
  reference_returned: decideReferenceReturned,
  reference: decideReference,
  sale: decideSale,
  resolution: decideResolution,
  refund: decideRefund,
  webhook_replayed: decideReplay,
};

/**
 * Decides what happens to a payment. It reads nothing and waits for nothing: what it depends on was read under the lock
 * of the order, in the transaction that writes the decision.
 */
export function decide<Kind extends InputKind>(
  state: State,
  input: InputOf<Kind>,
  moment: Moment,
): Decision<Outcomes[Kind]> {
  return DECISIONS[input.kind](state, input, moment);
}
