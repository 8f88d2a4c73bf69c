import { vi } from 'vitest';

/** How long a test waits for a state, at least, ms. A busy machine takes seconds to answer; a wait ends as soon as it may, whatever its limit. */
const AT_LEAST_MS = 30_000;

const waitFor = vi.waitFor;
vi.waitFor = (callback, options) => {
  const given = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { ...given, timeout: Math.max(given?.timeout ?? 0, AT_LEAST_MS) });
};
