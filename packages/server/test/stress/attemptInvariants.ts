import type { TransactionView } from '@tsena/sandbox';
import type { PaymentStatus } from '@tsena/shared/checkout';
import { groupBy } from './groupBy.ts';
import { STATUS_AFTER } from './history.ts';
import type { PaymentRow } from './storedPayments.ts';

/** What the attempts of an order are compared with. */
export interface AttemptRules {
  readonly transactions: readonly TransactionView[];
  /** The time after which a silent attempt no longer blocks a new one, ms. */
  readonly cooldownMs: number;
}

/** Checks that each order has at most one open attempt at a time, and that an overpaid order is marked. */
export function findAttemptViolations(payments: readonly PaymentRow[], rules: AttemptRules): string[] {
  return [...groupBy(payments, ({ order }) => order)].flatMap(([order, attempts]) => {
    const tooEarly = findEarlyAttempts(order, attempts, rules.cooldownMs);
    return [...(tooEarly.length > 0 ? tooEarly : findTwoPrompts(order, attempts, rules)), ...findUnmarkedOverpayment(order, attempts)];
  });
}

function findEarlyAttempts(order: string, attempts: readonly PaymentRow[], cooldownMs: number): string[] {
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

/** Reads the prompts from the operator's transactions, which the payer sees, and not from the companion's database. */
function findTwoPrompts(order: string, attempts: readonly PaymentRow[], { transactions, cooldownMs }: AttemptRules): string[] {
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

function findUnmarkedOverpayment(order: string, attempts: readonly PaymentRow[]): string[] {
  const paid = attempts.filter(({ status }) => status === 'completed');
  const isMarked = paid.some(({ history }) => history.some(({ kind }) => kind === 'order_overpaid'));
  return paid.length > 1 && !isMarked ? [`${order} was paid ${paid.length} times, and is not marked as overpaid`] : [];
}
