import { vi } from 'vitest';

/** The shortest time limit of `vi.waitFor`: a busy machine takes seconds to answer. A wait still ends as soon as its condition holds. */
const MIN_TIMEOUT_MS = 30_000;

const waitFor = vi.waitFor;
vi.waitFor = (callback, options) => {
  const given = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { ...given, timeout: Math.max(given?.timeout ?? 0, MIN_TIMEOUT_MS) });
};
