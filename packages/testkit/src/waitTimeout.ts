import { vi } from 'vitest';

/** A busy machine takes seconds to answer. A wait still ends as soon as its condition holds. */
const MIN_TIMEOUT_MS = 30_000;

const waitFor = vi.waitFor;

const waitPatiently: typeof vi.waitFor = (callback, options) => {
  const given = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { ...given, timeout: Math.max(given?.timeout ?? 0, MIN_TIMEOUT_MS) });
};

// Files that share a worker load this file again.
if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently;
