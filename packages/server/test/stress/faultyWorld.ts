import type { FaultRule, SandboxOptions } from '@tsena/sandbox';
import type { Store } from '../../src/database/store.ts';
import type { Rest } from './comeToRest.ts';
import { findViolations } from './invariants.ts';
import type { AcknowledgedRefund } from './refundInvariants.ts';
import { readStored } from './storedPayments.ts';
import { type StressWorld, startWorld } from './world.ts';

/** No second attempt beside a silent one: longer than a test. */
const COOLDOWN_SECONDS = 86_400;
/** So short that payments wait for a token again and again. */
const TOKEN_SECONDS = 2;
const ALL = 1_000_000;

/** What {@link judge} remembers of the operator. */
export const KEEP_ALL = { keepFinal: ALL, keepRequests: ALL } as const;

/** A world in which the operator has faults, until `sandbox.setFaults([])`. */
export function startFaultyWorld(
  faults: readonly FaultRule[],
  sandbox: SandboxOptions & { readonly seed: number },
  env: Readonly<Record<string, string>> = {},
): Promise<StressWorld> {
  // The time limit for each answer that never comes.
  const limits = { OPERATOR_TIMEOUT_MS: '2000', ATTEMPT_COOLDOWN_SECONDS: String(COOLDOWN_SECONDS) };
  return startWorld({ ...KEEP_ALL, tokenSeconds: TOKEN_SECONDS, faults, ...sandbox }, { ...limits, ...env });
}

/** What was acknowledged. */
interface Acknowledged {
  readonly payments: Iterable<string>;
  readonly refunds?: readonly AcknowledgedRefund[];
}

/**
 * Compares what is stored with the operator's transactions and the shop's webhooks, and audits the operator, when
 * nothing changes any more.
 */
export async function judge(
  { sandbox, receiver }: Pick<StressWorld, 'sandbox' | 'receiver'>,
  store: Store,
  acknowledged: Acknowledged,
  rest: Rest,
) {
  const stored = await readStored(store);
  const transactions = sandbox.transactions();
  const found = findViolations({
    ...stored,
    acknowledged: acknowledged.payments,
    acknowledgedRefunds: acknowledged.refunds ?? [],
    isEachRefundAnswered: true,
    transactions,
    requests: sandbox.requests(),
    webhooks: receiver.webhooks,
    attempts: { prompts: transactions, cooldownMs: COOLDOWN_SECONDS * 1000 },
  });
  const completed = new Set<string>(stored.payments.filter(({ status }) => status === 'completed').map(({ id }) => id));
  return {
    ...stored,
    debits: transactions.filter(({ status }) => status === 'completed').length,
    /** Payments that were unresolved until their callback was sent again. */
    recovered: rest.unresolved.filter((id) => completed.has(id)).length,
    violations: [...rest.violations, ...found, ...sandbox.audit()],
  };
}
