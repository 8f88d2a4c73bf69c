import { randomUUID } from 'node:crypto';
import { type OperatorStub, reply, type StubAnswer, startOperatorStub } from './operatorStub.ts';

/** An operator that can hold initiations. All accepted payments stay pending. */
export interface HoldingOperator extends OperatorStub {
  /** Accepts initiations again after `payments` set other answers. */
  accept(): void;
  /** Holds initiations until {@link release}. */
  hold(): void;
  /** Answers the held initiations, and the following ones at once. */
  release(): void;
  /** The number of held initiations. */
  waiting(): number;
}

/** Starts an operator that accepts each initiation at once, until `hold` is called. */
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
