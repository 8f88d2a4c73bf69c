/** Makes a function that runs something; calls during a run share the one that follows it. */
export function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = () => {
    current = run().finally(() => {
      current = undefined;
    });
    return current;
  };
  return () => {
    if (current === undefined) return start();
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}
