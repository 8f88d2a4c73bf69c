import type { TransactionView } from '@tsena/sandbox';
import type { PaymentStatus } from '@tsena/shared/checkout';
import { STATUS_AFTER } from './history.ts';
import type { PaymentRow } from './rows.ts';

/** What the attempts of an order are held against. */
export interface AttemptRules {
  readonly transactions: readonly TransactionView[];
  /** After which a silent attempt no longer blocks a new one, ms. */
  readonly cooldownMs: number;
}

/** Holds the attempts of each order against the rule that one is open at a time. */
export function judgeAttempts(payments: readonly PaymentRow[], rules: AttemptRules): string[] {
  const orders = new Map<string, PaymentRow[]>();
  for (const payment of payments) {
    const attempts = orders.get(payment.order) ?? [];
    orders.set(payment.order, attempts);
    attempts.push(payment);
  }
  return [...orders].flatMap(([order, attempts]) => {
    const tooEarly = openedTooEarly(order, attempts, rules.cooldownMs);
    return [...(tooEarly.length > 0 ? tooEarly : twoPrompts(order, attempts, rules)), ...overpaidUnnoticed(order, attempts)];
  });
}

function openedTooEarly(order: string, attempts: readonly PaymentRow[], cooldownMs: number): string[] {
  return attempts.flatMap((attempt) =>
    attempts
      .filter((earlier) => earlier.attemptNumber < attempt.attemptNumber)
      .flatMap((earlier) => {
        const status = statusAt(earlier, attempt.createdAt);
        if (status === 'failed' || earlier.resolution === 'not_received') return [];
        const isSilent = status !== 'completed' && attempt.createdAt - earlier.createdAt >= cooldownMs;
        if (isSilent) return [];
        return [`attempt ${attempt.attemptNumber} of ${order} was opened while attempt ${earlier.attemptNumber} was ${status}`];
      }),
  );
}

function statusAt({ history }: PaymentRow, at: number): PaymentStatus {
  const statuses = history.filter((entry) => entry.at <= at).map(({ kind }) => STATUS_AFTER[kind]);
  return statuses.findLast((status) => status !== undefined) ?? 'created';
}

/** What the payer sees: the operator's transactions, whatever the companion holds of them. */
function twoPrompts(order: string, attempts: readonly PaymentRow[], { transactions, cooldownMs }: AttemptRules): string[] {
  const references = new Set(attempts.filter(({ resolution }) => resolution !== 'not_received').map(({ reference }) => reference));
  const prompts = transactions
    .filter(({ reference }) => references.has(reference))
    .map(({ reference, status, createdAt, updatedAt }) => ({
      reference,
      from: Date.parse(createdAt),
      until: status === 'pending' ? Number.POSITIVE_INFINITY : Date.parse(updatedAt),
    }));
  const overlap = prompts.some((one) =>
    prompts.some(
      (other) =>
        other.reference !== one.reference && other.from >= one.from && other.from < one.until && other.from - one.from < cooldownMs,
    ),
  );
  return overlap ? [`${order} had two prompts open at once at the operator`] : [];
}

function overpaidUnnoticed(order: string, attempts: readonly PaymentRow[]): string[] {
  const paid = attempts.filter(({ status }) => status === 'completed');
  const isNoticed = paid.some(({ history }) => history.some(({ kind }) => kind === 'order_overpaid'));
  return paid.length > 1 && !isNoticed ? [`${order} was paid ${paid.length} times, and is not marked as overpaid`] : [];
}
