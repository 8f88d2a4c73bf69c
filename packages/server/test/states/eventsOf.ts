import type { PaymentStatus } from '@tsena/shared/checkout';
import type { Decision, State } from '../../src/core/rules/decision.ts';

/** The events that a decision writes, each with the status before it: `pending: completed`. */
export function eventsOf({ payment }: Pick<State, 'payment'>, { changes }: Decision): string[] {
  let before: PaymentStatus = payment.status;
  return changes.map(({ to, event }) => {
    const written = `${before}: ${event.kind}`;
    before = to ?? before;
    return written;
  });
}
