/** What a test file is run for; the runner in the worker reads it. */
export type Plan = {
  /** File that the worker writes its notes to, one JSON value a line: what is written stays when the worker is ended. */
  readonly notes: string;
} & (
  | {
      /** Runs each test twice, and notes which mutants it passes by and whether it can be repeated. */
      readonly kind: 'cover';
    }
  | {
      /** Repeats each test once per mutant, and once more without. */
      readonly kind: 'repeat';
      readonly tests: Readonly<Record<string, readonly number[]>>;
    }
  | {
      /** Runs the file with one mutant from its first line on. */
      readonly kind: 'alone';
      readonly mutant: number;
      /** Only these tests; null: all. */
      readonly tests: readonly string[] | null;
    }
);

/** What the worker notes. */
export type Note =
  | { readonly kind: 'worker'; readonly pid: number }
  /** Passed by outside of any test: while the file was loaded, or in a hook for all its tests. */
  | { readonly kind: 'file'; readonly hits: readonly number[] }
  | { readonly kind: 'test'; readonly test: string; readonly hits: readonly number[]; readonly ms: number; readonly repeatable: boolean }
  | { readonly kind: 'begun'; readonly test: string; readonly mutant: number }
  | { readonly kind: 'ended'; readonly test: string; readonly mutant: number; readonly passed: boolean }
  /** The run without a mutant after those with one. */
  | { readonly kind: 'clean'; readonly test: string; readonly passed: boolean };

/** The switches of all mutants, which the instrumented files look for. */
export interface Switches {
  active: number;
  hits: Set<number>;
  hit(id: number): boolean;
}

declare global {
  var __mutation: Switches | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    plan: Plan;
  }
}
