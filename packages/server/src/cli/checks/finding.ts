/** What a check found: `warn` works, but not as well as it could; `fail` has to be put right. */
export interface Finding {
  readonly name: string;
  readonly level: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** What to do; null where nothing is to be done, or the message says it. */
  readonly advice: string | null;
}

/** All is well. */
export function ok(name: string, message: string): Finding {
  return { name, level: 'ok', message, advice: null };
}

/** It works, but somebody should know. */
export function warn(name: string, message: string, advice: string): Finding {
  return { name, level: 'warn', message, advice };
}

/** It does not work. */
export function failed(name: string, message: string, advice: string | null): Finding {
  return { name, level: 'fail', message, advice };
}
