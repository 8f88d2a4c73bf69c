import type { SetupCheckName, SetupReason, SetupResult } from '@tsena/shared/merchant';

/** The result of a check, for the people who run the companion. */
export interface Finding {
  readonly name: string;
  readonly result: SetupResult;
  readonly message: string;
  /** What to do; null if there is nothing to do, or if the message says it. */
  readonly advice: string | null;
}

/** The result of a check that is on the setup page too, which has the sentences of `reason` in each language. */
export interface SetupFinding {
  readonly name: SetupCheckName;
  readonly result: SetupResult;
  readonly reason: SetupReason;
  /** The numbers in the sentences. */
  readonly values: Readonly<Record<string, number>>;
  /** What only the command line shows: addresses, and what a server has answered. */
  readonly detail?: string;
  /** What to do, where the sentence of the page is for the dashboard alone. In English. */
  readonly advice?: string;
}

/** Nothing to do. */
export function ok(name: string, message: string): Finding {
  return { name, result: 'ok', message, advice: null };
}

/** It works, but you should know about it. */
export function warn(name: string, message: string, advice: string): Finding {
  return { name, result: 'warning', message, advice };
}

/** It does not work. */
export function failed(name: string, message: string, advice: string | null): Finding {
  return { name, result: 'failed', message, advice };
}

/** A finding of the setup page. */
export function setupFinding(
  name: SetupCheckName,
  result: SetupResult,
  reason: SetupReason,
  more: Partial<Pick<SetupFinding, 'values' | 'detail' | 'advice'>> = {},
): SetupFinding {
  return { name, result, reason, values: {}, ...more };
}
