import type { SetupCheckName, SetupReason, SetupResult } from '@tsena/shared/merchant';

/** The result of a check that is on the setup page, which has the sentences of `reason` in each language. */
export interface SetupFinding {
  readonly name: SetupCheckName;
  readonly result: SetupResult;
  readonly reason: SetupReason;
  /** The numbers in the sentences. */
  readonly values: Readonly<Record<string, number>>;
  /** What only the command line shows: addresses, and what a server has answered. */
  readonly detail?: string;
}

/** A finding of the setup page. */
export function setupFinding(
  name: SetupCheckName,
  result: SetupResult,
  reason: SetupReason,
  more: Partial<Pick<SetupFinding, 'values' | 'detail'>> = {},
): SetupFinding {
  return { name, result, reason, values: {}, ...more };
}
