import { randomUUID } from 'node:crypto';
import { type OperatorStub, reply, type StubAnswer, startOperatorStub } from './operatorStub.ts';

/** An operator that can keep initiations waiting. All that it accepts stays pending. */
export interface HoldingOperator extends OperatorStub {
  /** After `payments` had scripted other answers: accepts again. */
  accept(): void;
  /** From now on initiations wait for {@link release}. */
  hold(): void;
  /** Answers those that wait, and from now on each one at once. */
  release(): void;
  /** How many initiations wait for their answer. */
  waiting(): number;
}

/** Starts an operator that accepts each initiation, at once until it is told to hold. */
export async function startHoldingOperator(): Promise<HoldingOperator> {
  const stub = await startOperatorStub();
  const held: (() => void)[] = [];
  let isHolding = false;
  const accepted: StubAnswer = (answer, request) =>
    reply(200, { status: 'pending', serverCorrelationId: randomUUID(), notificationMethod: 'polling' })(answer, request);
  const answerAll: StubAnswer = (answer, request) => {
    if (request.method !== 'POST') {
      const serverCorrelationId = request.path.split('/').at(-1) ?? '';
      reply(200, { status: 'pending', serverCorrelationId, notificationMethod: 'polling', objectReference: '' })(answer, request);
    } else if (isHolding) held.push(() => accepted(answer, request));
    else accepted(answer, request);
  };
  stub.payments(answerAll);
  return Object.assign(stub, {
    accept: () => stub.payments(answerAll),
    hold() {
      isHolding = true;
    },
    release() {
      isHolding = false;
      for (const go of held.splice(0)) go();
    },
    waiting: () => held.length,
  });
}
