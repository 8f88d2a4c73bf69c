import type { Operator } from '../../src/core/operator/client.ts';
import type { Call } from '../../src/core/operator/http.ts';
import { type Reply, readDetails, readInitiation, readStatus } from '../../src/core/operator/outcome.ts';
import { createRequests } from '../../src/core/operator/requests.ts';
import { testSettings } from '../support/operatorFixture.ts';
import type { InitiationFate, SimulatedOperator } from './simulatedOperator.ts';

const SENDER = { name: 'companion', isDead: false, hangsUntil: 0 };

/**
 * A client of the simulated operator without time, tokens, pauses and budgets, which the simulation has: each answer is
 * there at once. It reads and writes the wire format as the companion does.
 */
export function connectDirectly(simulated: SimulatedOperator): Operator {
  const settings = testSettings('https://operator.test');
  const requests = createRequests(settings, () => settings);

  function send(call: Call, fate: InitiationFate = 'accepted'): Reply {
    const isCut = simulated.faults.network === 'down' || fate === 'never sent';
    return isCut
      ? { kind: 'never_sent', reason: 'ECONNREFUSED' }
      : simulated.answer(call, { sender: SENDER, sentAt: 0, fate });
  }

  const hasTokens = () => simulated.faults.tokens !== 'down' && simulated.faults.network === 'up';
  const failure = { ok: false, code: 'operator_unreachable', reason: 'simulated', retryAfterMs: null } as const;
  const ready = async () => (hasTokens() ? ({ ok: true } as const) : failure);
  const details: Operator['details'] = async (id) => readDetails(send(requests.details(id, 'check')('token')));
  const operator: Operator = {
    hasToken: ready,
    ready,
    turnInMs: () => 0,
    // Half of the payments are opened as `sending`.
    isReady: () => hasTokens() && simulated.requests.length % 2 === 1,
    async initiate(initiation, maySend) {
      if ((await maySend?.(null)) === false) return { kind: 'not_sent', code: 'not_sent', reason: 'simulated' };
      const request = requests.initiate(initiation);
      if (request === undefined) throw new TypeError('section 2.2 does not allow the initiation');
      return readInitiation(send(request('token'), simulated.takeFate()));
    },
    status: async (id) => readStatus(send(requests.status(id, 'check')('token')), id),
    details,
    merchant: { details },
    strangers: { run: (_key, work) => work(operator) },
    close: () => undefined,
  };
  return operator;
}
