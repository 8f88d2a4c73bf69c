import { type CompanionRequest, ORDER_PATH, requestCompanion } from './companionRequest.ts';

/** An answer that is older is not used: the order may have been paid meanwhile. */
const MAX_AGE_MS = 20_000;

/** Returns the answer to a request for the order that is already under way. Only once: a second request needs a new answer. */
export type EarlyOrder = () => Promise<Response> | undefined;

/** Asks for the order of a token before the code that reads the answer is there. */
export function requestOrderEarly(request: Omit<CompanionRequest, 'path'>): EarlyOrder {
  const startedAtMs = performance.now();
  let answer: Promise<Response> | undefined = requestCompanion({ ...request, path: ORDER_PATH });
  // The code that takes the answer handles the error.
  answer.catch(() => undefined);
  return () => {
    const taken = performance.now() - startedAtMs < MAX_AGE_MS ? answer : undefined;
    answer = undefined;
    return taken;
  };
}
