import type { StatementLine } from './statementMatch.ts';

/** What a first reading of a file finds, so that the second one needs no more than a few rows of it in memory. */
export interface StatementSurvey {
  readonly rows: number;
  /** The times of its rows, ms since 1970; null if none has a time. */
  readonly times: { readonly first: number; readonly last: number } | null;
  /** How many rows of received money have a reference. */
  readonly received: ReadonlyMap<string, number>;
  /** How many rows of sent money have a reference. */
  readonly sent: ReadonlyMap<string, number>;
}

/** Reads all rows of a file once. */
export async function surveyStatement(lines: AsyncIterable<StatementLine>): Promise<StatementSurvey> {
  const received = new Map<string, number>();
  const sent = new Map<string, number>();
  let rows = 0;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for await (const { at, reference, amount } of lines) {
    rows += 1;
    if (at !== null) [first, last] = [Math.min(first, at), Math.max(last, at)];
    if (reference === null || amount === null || amount === 0) continue;
    const counts = amount > 0 ? received : sent;
    counts.set(reference, (counts.get(reference) ?? 0) + 1);
  }
  return { rows, times: first <= last ? { first, last } : null, received, sent };
}
