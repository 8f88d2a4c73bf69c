import { vi } from 'vitest';

// One second, what vitest gives a wait, is what a busy machine takes to answer at all; a wait ends as soon as it may, whatever its limit.
const waitFor = vi.waitFor;
vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: 15_000, ...(typeof options === 'number' ? { timeout: options } : options) });
