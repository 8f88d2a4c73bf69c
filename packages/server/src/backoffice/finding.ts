import { describeSetup, type SetupCheckName, type SetupReason, type SetupResult } from '@tsena/shared/merchant';

/** The result of a check, for the people who run the companion. */
export interface Finding {
  readonly name: string;
  readonly result: SetupResult;
  readonly message: string;
  /** What to do; null if there is nothing to do, or if the message says it. */
  readonly advice: string | null;
}

/** The result of a check that is on the setup page too. The page shows the sentences of `reason`, never the message. */
export interface SetupFinding extends Finding {
  readonly name: SetupCheckName;
  readonly reason: SetupReason;
  /** The numbers in the sentences. */
  readonly values: Readonly<Record<string, number>>;
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

/** Optional parts of a {@link SetupFinding}; by default, the message and the advice are the sentences of the reason. */
interface Parts {
  readonly values?: Readonly<Record<string, number>>;
  readonly message?: string;
  readonly advice?: string;
}

/** A finding of the setup page. */
export function setupFinding(
  name: SetupCheckName,
  result: SetupResult,
  reason: SetupReason,
  { values = {}, message, advice }: Parts = {},
): SetupFinding {
  const { found, next } = describeSetup(reason, 'en', values);
  return { name, result, reason, values, message: message ?? found, advice: result === 'ok' ? null : (advice ?? next) };
}
