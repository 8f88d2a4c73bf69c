import { randomFrom } from './random.ts';
import type { SimulatedCompanions } from './simulatedCompanions.ts';
import type { OperatorTransaction } from './simulatedOperator.ts';
import type { VirtualTime } from './virtualTime.ts';

const SECOND = 1000;
/** Payers whose numbers begin so answer no prompt by themselves. */
export const LATE_PAYER = '03852';
/** How long before and after the answer to its initiation a callback may come, if it comes at once. */
const AROUND_ANSWER_MS = 50;

/** What payers know of the world. */
export interface PayersOptions {
  readonly seed: number;
  /**
   * Whether payers answer at once, and each callback comes within 50 ms before or after the answer to its initiation.
   */
  readonly callsBackAtOnce: boolean;
  readonly time: VirtualTime;
  readonly companions: SimulatedCompanions;
  /** The payer has answered. */
  decide(transaction: OperatorTransaction, state: 'completed' | 'failed'): void;
  /** Whether the faults have ended. */
  isFair(): boolean;
}

/** The payers, who answer the operator's prompts or not, and the operator's callbacks. */
export class SimulatedPayers {
  /** The callbacks that the companions acknowledged: the status, and the payment's reference. */
  readonly heard = new Set<string>();
  readonly #options: PayersOptions;

  constructor(options: PayersOptions) {
    this.#options = options;
  }

  /** A prompt appears on a phone. */
  prompt(transaction: OperatorTransaction, answeredInMs: number): void {
    const { callsBackAtOnce, decide, isFair, seed, time } = this.#options;
    const random = randomFrom(seed * 1009 + transaction.index);
    const share = random();
    const atOnceMs = Math.max(0, answeredInMs - AROUND_ANSWER_MS + Math.floor(random() * 2 * AROUND_ANSWER_MS));
    const afterMs = callsBackAtOnce
      ? atOnceMs
      : ([1, 3 * SECOND, 8 * SECOND, 40 * SECOND][Math.floor(random() * 4)] ?? 1);
    if ((share >= 0.85 || transaction.payer.startsWith(LATE_PAYER)) && !isFair()) return;
    time.plan(afterMs, () => {
      if (transaction.state === 'pending') decide(transaction, share < 0.65 ? 'completed' : 'failed');
    });
  }

  /** A transaction has its result: callbacks come once, late, twice or not at all. */
  planCallbacks(transaction: OperatorTransaction): void {
    const { callsBackAtOnce, seed } = this.#options;
    if (callsBackAtOnce) {
      this.callBack(transaction, 0);
      return;
    }
    const random = randomFrom(seed * 2003 + transaction.index);
    const share = random();
    if (share < 0.3) return;
    this.callBack(transaction, Math.floor(random() * 200));
    if (share > 0.8) this.callBack(transaction, Math.floor(random() * 90 * SECOND));
  }

  callBack(
    transaction: OperatorTransaction,
    delayMs: number,
    status: string = transaction.state,
    names = transaction,
  ): void {
    const secret = transaction.callbackUrl?.split('/').at(-1);
    if (secret === undefined) return;
    const transactionReference = status === 'completed' ? names.transactionId : '';
    const note = { serverCorrelationId: names.serverCorrelationId, transactionReference, status };
    this.#options.companions.request(async (context) => {
      const isAcknowledged = (await context.storeCallback(secret, note)) !== undefined;
      if (isAcknowledged && names === transaction) this.heard.add(`${status} ${transaction.reference}`);
    }, delayMs);
  }
}
