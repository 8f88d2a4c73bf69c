/** Waits for a promise, at most `ms`; then resolves to undefined. */
export function waitWithin<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, undefined);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
