/** The task of a run of a test file; the runner in the worker reads it. */
export type Plan = {
  /** The file for the worker's notes, one JSON value per line, which survives the end of the worker. */
  readonly notes: string;
} & (
  | {
      /** Runs each test twice; notes which mutants it reaches and whether it can be repeated. */
      readonly kind: 'cover';
    }
  | {
      /** Repeats each test with each mutant, and once without. */
      readonly kind: 'repeat';
      readonly tests: Readonly<Record<string, readonly number[]>>;
    }
  | {
      /** Runs the file with one mutant, which is active while the file is loaded. */
      readonly kind: 'alone';
      readonly mutant: number;
      /** The tests to run; null: all. */
      readonly tests: readonly string[] | null;
    }
);

/** A note of the worker. */
export type Note =
  | { readonly kind: 'worker'; readonly pid: number }
  /** The mutants that are reached outside of tests: while the file is loaded, or in a hook for all tests. */
  | { readonly kind: 'file'; readonly hits: readonly number[] }
  | {
      readonly kind: 'test';
      readonly test: string;
      readonly hits: readonly number[];
      readonly ms: number;
      /** Whether it passes without a mutant. */
      readonly passed: boolean;
      /** Whether it passes twice in one process. */
      readonly repeatable: boolean;
    }
  /** A try begins; mutant 0: the one without a mutant. */
  | { readonly kind: 'begun'; readonly test: string; readonly mutant: number }
  | { readonly kind: 'ended'; readonly test: string; readonly mutant: number; readonly passed: boolean }
  /** The run without a mutant, after the runs with one. */
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
