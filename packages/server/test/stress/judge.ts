import { type AttemptRules, judgeAttempts } from './judgeAttempts.ts';
import { judgePayments, type OperatorSide } from './judgePayments.ts';
import { judgeWebhooks, type ReceivedWebhook } from './judgeWebhooks.ts';
import type { PaymentRow } from './rows.ts';

/** All that a judgement status_checks at, after everything has come to rest. */
export interface Case extends OperatorSide, AttemptRules {
  readonly payments: readonly PaymentRow[];
  /** Ids that a caller was given. */
  readonly acknowledged: Iterable<string>;
  /** In order of arrival, those that came more than once too. */
  readonly webhooks: readonly ReceivedWebhook[];
}

/**
 * Holds what the companion stored and sent against the operator's own transactions.
 *
 * @returns every violation of what must always hold, in words; empty if there is none
 */
export function judge(facts: Case): string[] {
  const { payments, webhooks } = facts;
  const stored = new Set(payments.map(({ id }) => id));
  return [
    ...[...facts.acknowledged].filter((id) => !stored.has(id)).map((id) => `${id} was acknowledged and is not stored`),
    ...judgePayments(payments, facts),
    ...judgeAttempts(payments, facts),
    ...judgeWebhooks(payments, webhooks),
  ];
}
