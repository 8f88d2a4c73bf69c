import { findViolations } from './invariants.ts';
import type { PaymentRow } from './storedPayments.ts';
import type { StressWorld } from './world.ts';

/** No second attempt beside a silent one: longer than a test. */
export const COOLDOWN_SECONDS = 86_400;

/** Compares what is stored with the operator's transactions and the shop's webhooks, and audits the operator, when nothing changes any more. */
export function findEndViolations(
  { sandbox, receiver }: StressWorld,
  payments: readonly PaymentRow[],
  acknowledged: Iterable<string>,
): string[] {
  return [
    ...findViolations({
      payments,
      acknowledged,
      transactions: sandbox.transactions(),
      requests: sandbox.requests(),
      webhooks: receiver.webhooks,
      cooldownMs: COOLDOWN_SECONDS * 1000,
    }),
    ...sandbox.audit(),
  ];
}
