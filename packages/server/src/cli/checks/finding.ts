/** The result of a check. `ok`: nothing to do. `warn`: it works, but you should know about it. `fail`: it does not work. */
export interface Finding {
  readonly name: string;
  readonly level: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** What to do; null if there is nothing to do, or if the message says it. */
  readonly advice: string | null;
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
