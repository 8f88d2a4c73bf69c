import type { Decision, State } from '../decision.ts';

/** The merchant makes a webhook of the payment due again. */
export interface ReplayInput {
  readonly webhook: string;
  /** The name of the merchant key. */
  readonly by: string;
}

/** The history records who did. */
export function decideReplay(_state: State, { webhook, by }: ReplayInput): Decision<null> {
  return { changes: [{ event: { kind: 'webhook_replayed', data: { webhook, by } } }], outcome: null };
}
