/** Chrome before 71 and Safari before 12.1 have none. */
export const queueMicrotask =
  window.queueMicrotask || ((callback: () => void) => void Promise.resolve().then(callback));
