import type { SetupCheckName, SetupReason, SetupResult } from '@tsena/shared/merchant';

/** The result of a check. The sentences of `reason` say in each language what was found, and what to do. */
export interface Finding<Name extends string, Reason extends string, Value extends string | number> {
  readonly name: Name;
  readonly result: SetupResult;
  readonly reason: Reason;
  /** What is in the sentences. */
  readonly values: Readonly<Record<string, Value>>;
  /** What only the command line shows: addresses, and what a server has answered. */
  readonly detail?: string;
}

/** The result of a check that is on the setup page: its sentences contain numbers only. */
export type SetupFinding = Finding<SetupCheckName, SetupReason, number>;

/** A finding of the setup page. */
export function setupFinding(
  name: SetupCheckName,
  result: SetupResult,
  reason: SetupReason,
  more: Partial<Pick<SetupFinding, 'values' | 'detail'>> = {},
): SetupFinding {
  return { name, result, reason, values: {}, ...more };
}
