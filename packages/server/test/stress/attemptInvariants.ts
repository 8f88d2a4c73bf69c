import type { TransactionView } from '@tsena/sandbox';
import type { PaymentStatus } from '@tsena/shared/checkout';
import type { StoredPayment } from '../../src/database/schema.ts';
import { groupBy } from './groupBy.ts';
import { statusAfterEvent } from './history.ts';
import type { HistoryEntry, PaymentRow } from './storedPayments.ts';

/** What the attempts of an order are compared with. */
export interface AttemptRules {
  /** The operator's transactions, which the payers see as prompts. */
  readonly prompts: readonly Pick<TransactionView, 'reference' | 'status' | 'createdAt' | 'updatedAt'>[];
  /** The time after which a silent attempt no longer blocks a new one, ms. */
  readonly cooldownMs: number;
}

/** Checks that each order has at most one open attempt at a time. */
export function findAttemptViolations(payments: readonly PaymentRow[], rules: AttemptRules): string[] {
  return [...groupBy(payments, (payment) => payment.order_reference)].flatMap(([order, attempts]) => {
    const tooEarly = findEarlyAttempts(order, attempts, rules.cooldownMs);
    return tooEarly.length > 0 ? tooEarly : findTwoPrompts(order, attempts, rules);
  });
}

function findEarlyAttempts(order: string, attempts: readonly PaymentRow[], cooldownMs: number): string[] {
  return attempts.flatMap((attempt) =>
    attempts
      .filter((earlier) => earlier.attempt_number < attempt.attempt_number)
      .flatMap((earlier) => {
        const status = statusAt(earlier, attempt);
        if (status === 'failed' || earlier.resolution === 'not_received') return [];
        const isSilent = status !== 'completed' && attempt.created_at - earlier.created_at >= cooldownMs;
        if (isSilent) return [];
        return [
          `attempt ${attempt.attempt_number} of ${order} was opened while attempt ${earlier.attempt_number} was ${status}`,
        ];
      }),
  );
}

/** The status when the next attempt was opened, by the order of the commits if it is known. */
function statusAt({ history }: PaymentRow, { created_at: at, history: [opening] }: PaymentRow): PaymentStatus {
  const until = opening?.committed ?? undefined;
  const wasThere = (entry: HistoryEntry) => (until === undefined ? entry.at <= at : (entry.committed ?? 0) <= until);
  return history
    .filter(wasThere)
    .reduce<PaymentStatus>((before, { kind }) => statusAfterEvent(kind, before), 'created');
}

function findTwoPrompts(
  order: string,
  attempts: readonly PaymentRow[],
  { prompts, cooldownMs }: AttemptRules,
): string[] {
  const references = new Set(
    attempts.filter(({ resolution }) => resolution !== 'not_received').map(({ reference }) => reference),
  );
  const shown = prompts
    .filter(({ reference }) => references.has(reference))
    .map(({ reference, status, createdAt, updatedAt }) => ({
      reference,
      from: Date.parse(createdAt),
      until: status === 'pending' ? Number.POSITIVE_INFINITY : Date.parse(updatedAt),
    }));
  const overlap = shown.some((one) =>
    shown.some(
      (other) =>
        other.reference !== one.reference &&
        other.from >= one.from &&
        other.from < one.until &&
        other.from - one.from < cooldownMs,
    ),
  );
  return overlap ? [`${order} had two prompts open at once at the operator`] : [];
}

/** Whether the operator or the merchant says that the money came. */
export function hasPaid({ status, resolution }: Pick<StoredPayment, 'status' | 'resolution'>): boolean {
  return status === 'completed' || resolution === 'received';
}
