import type { Operator } from '../../src/core/operator/client.ts';
import type { Call } from '../../src/core/operator/http.ts';
import { type Reply, readDetails, readInitiation, readStatus } from '../../src/core/operator/outcome.ts';
import { createRequests } from '../../src/core/operator/requests.ts';
import { testSettings } from '../support/operatorFixture.ts';
import type { InitiationFate, SimulatedOperator } from './simulatedOperator.ts';
import type { SimulatedProcess } from './virtualTime.ts';

type Release = () => void;

/** Which answers are held up: each function receives the one that releases the answer. Undefined: the answer comes at once. */
export interface HeldAnswers {
  onToken?: ((release: Release) => void) | undefined;
  onLookup?: ((release: Release) => void) | undefined;
  /** An initiation that is answered late; default: its answer never comes. */
  onLate?: (reference: string, release: Release) => void;
}

/**
 * A client of the simulated operator without time, tokens, pauses and budgets, which the simulation has: each answer is there at once,
 * unless it is held up. It reads and writes the wire format as the companion does.
 */
export function connectDirectly(
  simulated: SimulatedOperator,
  sender: SimulatedProcess = { name: 'companion', isDead: false, hangsUntil: 0 },
  sentAt: () => number = () => 0,
  held: HeldAnswers = {},
): Operator {
  const settings = testSettings('https://operator.test');
  const requests = createRequests(settings, () => settings.merchant);

  /** A dead process receives nothing. */
  async function guarded<T>(answer: () => T | Promise<T>): Promise<T> {
    const never = new Promise<never>(() => undefined);
    if (sender.isDead) return never;
    const given = await answer();
    return sender.isDead ? never : given;
  }

  function through<T>(answer: T, hold: ((release: Release) => void) | undefined): T | Promise<T> {
    return hold === undefined ? answer : new Promise((resolve) => hold(() => resolve(answer)));
  }

  function send(call: Call, fate: InitiationFate = 'accepted'): Reply {
    const isCut = simulated.faults.network === 'down' || fate === 'never sent';
    return isCut ? { kind: 'never_sent', reason: 'ECONNREFUSED' } : simulated.answer(call, { sender, sentAt: sentAt(), fate });
  }

  const hasTokens = () => simulated.faults.tokens !== 'down' && simulated.faults.network === 'up';
  const failure = { ok: false, code: 'operator_unreachable', reason: 'simulated', retryAfterMs: null } as const;
  const operator: Operator = {
    ready: () => guarded(() => through(hasTokens() ? { ok: true } : failure, held.onToken)),
    // Half of the payments are opened as `sending`.
    isReady: () => !sender.isDead && hasTokens() && held.onToken === undefined && simulated.requests.length % 2 === 1,
    initiate: (initiation, maySend) =>
      guarded(async () => {
        if ((await maySend?.(null)) === false) return { kind: 'not_sent', code: 'not_sent', reason: 'simulated' };
        const request = requests.initiate(initiation);
        if (request === undefined) throw new TypeError('section 2.2 does not allow the initiation');
        const fate = simulated.takeFate();
        const outcome = readInitiation(send(request('token'), fate));
        if (fate !== 'accepted and answered late') return outcome;
        return through(outcome, (release) => held.onLate?.(initiation.reference, release));
      }),
    status: (id) => guarded(() => through(readStatus(send(requests.status(id, 'check')('token')), id), held.onLookup)),
    details: (id) => guarded(() => readDetails(send(requests.details(id, 'check')('token')))),
    submitted: { run: (_payment, work) => work(operator) },
    named: { run: (_payment, work) => work(operator) },
    searched: { details: (id) => operator.details(id) },
    close: () => undefined,
  };
  return operator;
}
