import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../answer.ts';
import type { RequestRule } from '../faults.ts';
import type { Dialect } from '../page/views.ts';
import { answerFor, throttled } from '../refusals.ts';
import type { Tokens } from '../tokens.ts';

/** What becomes of a request: an answer, silence, or a broken connection. */
export type Outcome = Answer | 'hang' | 'reset';

/** What a fault acts on. */
export interface FaultScene {
  readonly dialect: Dialect;
  readonly tokens: Tokens;
  /** Aborted when the sandbox closes; ends delays. */
  readonly closing: AbortSignal;
}

/**
 * What becomes of a request under a fault. `work` is what the service itself does and answers;
 * `accept-then-…` breaks off only after it accepted, so a refusal is answered as it is.
 */
export async function underFault(fault: RequestRule | undefined, work: () => Promise<Answer>, scene: FaultScene): Promise<Outcome> {
  const value = fault?.value;
  switch (fault?.do) {
    case undefined:
      return work();
    case 'hang':
    case 'reset':
      return fault.do;
    case 'status':
      return answerFor(scene.dialect, value ?? 500);
    case 'throttle':
      return throttled(scene.dialect, value ?? 1);
    case 'garbage':
      return { status: 200, text: '<html><body>{"status":"pend' };
    case 'expire-token':
      scene.tokens.revokeAll();
      return work();
    case 'delay': {
      const waited = await sleep(value ?? 0, true, { signal: scene.closing }).catch(() => false);
      return waited ? work() : 'hang';
    }
    case 'accept-then-hang':
      return accepted(await work(), 'hang');
    case 'accept-then-reset':
      return accepted(await work(), 'reset');
    case 'accept-then-status':
      return accepted(await work(), answerFor(scene.dialect, value ?? 500));
  }
}

function accepted(answer: Answer, then: Outcome): Outcome {
  return answer.status < 300 ? then : answer;
}
