import { describeSetup, type SetupCheckName, type SetupReason } from '@tsena/shared/merchant';

/** How serious a finding is. `ok`: nothing to do. `warn`: it works, but you should know about it. `fail`: it does not work. */
export type Level = 'ok' | 'warn' | 'fail';

/** The result of a check, for the people who run the companion. */
export interface Finding {
  readonly name: string;
  readonly level: Level;
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

/** A finding of level `ok`. */
export function ok(name: string, message: string): Finding {
  return { name, level: 'ok', message, advice: null };
}

/** A finding of level `warn`. */
export function warn(name: string, message: string, advice: string): Finding {
  return { name, level: 'warn', message, advice };
}

/** A finding of level `fail`. */
export function failed(name: string, message: string, advice: string | null): Finding {
  return { name, level: 'fail', message, advice };
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
  level: Level,
  reason: SetupReason,
  { values = {}, message, advice }: Parts = {},
): SetupFinding {
  const { found, next } = describeSetup(reason, 'en', values);
  return { name, level, reason, values, message: message ?? found, advice: level === 'ok' ? null : (advice ?? next) };
}
