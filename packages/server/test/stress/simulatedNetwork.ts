import type { Call, OperatorHttp } from '../../src/core/operator/http.ts';
import type { Reply } from '../../src/core/operator/outcome.ts';
import { randomFrom } from './random.ts';
import { MERCHANTPAY, type SimulatedOperator } from './simulatedOperator.ts';
import type { SimulatedProcess, VirtualTime } from './virtualTime.ts';

const TIMEOUT_MS = 30_000;
const LATENCY_MS = { min: 2, spread: 60 } as const;
const REFUSED: Reply = { kind: 'never_sent', reason: 'ECONNREFUSED' };

/** The way to the operator in virtual time: requests and answers take time, come late, or get lost. */
export class SimulatedNetwork {
  readonly #time: VirtualTime;
  readonly #operator: SimulatedOperator;
  readonly #violated: (violation: string) => void;
  readonly #random: () => number;
  /** The status checks that wait for their answers, by serverCorrelationId and process. */
  readonly #checks = new Map<string, number>();
  /**
   * When a lease could last have ended early, ms since 1970: processes hung, the clock stepped, the database failed.
   */
  #leasesDisturbedAt = Number.NEGATIVE_INFINITY;

  constructor(time: VirtualTime, seed: number, operator: SimulatedOperator, violated: (violation: string) => void) {
    this.#time = time;
    this.#operator = operator;
    this.#violated = violated;
    this.#random = randomFrom(seed ^ 0x27d4eb2f);
  }

  /** The connection of one process. */
  connect(process: SimulatedProcess): OperatorHttp {
    return { send: (call) => this.#send(process, call), close: () => undefined };
  }

  disturbLeasesUntil(time: number): void {
    this.#leasesDisturbedAt = Math.max(this.#leasesDisturbedAt, time);
  }

  #latency(): number {
    return LATENCY_MS.min + Math.floor(this.#random() * LATENCY_MS.spread);
  }

  #send(sender: SimulatedProcess, call: Call): Promise<Reply> {
    return new Promise((resolve) => {
      if (sender.isDead) return;
      const operator = this.#operator;
      const sentAt = this.#time.now;
      const settle = (delayMs: number, reply: Reply) => this.#time.plan(delayMs, () => resolve(reply), sender);
      const isInitiation = call.method === 'POST' && call.path === MERCHANTPAY;
      const fate = isInitiation && operator.faults.network === 'up' ? operator.takeFate() : 'accepted';
      if (operator.faults.network === 'down' || fate === 'never sent') {
        settle(1, REFUSED);
        return;
      }
      if (fate === 'arrives after 40 s') {
        this.#time.plan(40_000, () => operator.answer(call, { sender, sentAt }));
        settle(TIMEOUT_MS, { kind: 'no_answer', reason: 'no answer within 30000 ms' });
        return;
      }
      const { tokens, lookups } = operator.faults;
      const isSlow = call.path === '/token' ? tokens === 'slow' : !isInitiation && lookups === 'slow';
      const check = this.#beginCheck(sender, call);
      this.#time.plan(this.#latency(), () => {
        const takesMs = isSlow
          ? 5000 + Math.floor(this.#random() * 20_000)
          : fate === 'accepted and answered late'
            ? 20_000
            : 0;
        const answeredInMs = fate === 'created, no answer for 30 s' ? TIMEOUT_MS : takesMs + this.#latency();
        const reply = operator.answer(call, { sender, sentAt, fate, answeredInMs });
        this.#time.plan(
          answeredInMs,
          () => {
            this.#endCheck(check);
            resolve(reply);
          },
          sender,
        );
      });
    });
  }

  /** A payment whose lease is held is checked by nobody else. What forged callbacks name, several payments look up. */
  #beginCheck(process: SimulatedProcess, { path }: Call): string | undefined {
    if (!path.startsWith(`${MERCHANTPAY}status/`)) return undefined;
    const named = this.#operator.transactions.flatMap(({ forgedNames }) => forgedNames);
    if (named.some(({ serverCorrelationId }) => path.endsWith(serverCorrelationId))) return undefined;
    const key = `${process.name} ${path}`;
    const running = this.#checks.get(key) ?? 0;
    this.#checks.set(key, running + 1);
    if (running > 0 && this.#time.now - this.#leasesDisturbedAt > 60_000)
      this.#violated('a process checked one payment twice at the same time');
    return key;
  }

  #endCheck(key: string | undefined): void {
    if (key !== undefined) this.#checks.set(key, Math.max(0, (this.#checks.get(key) ?? 0) - 1));
  }
}
