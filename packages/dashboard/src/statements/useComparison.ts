import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StatementColumns, StatementReport, StatementResult } from '@tsena/shared/merchant';

/** A statement of the operator, and how to read it. */
export interface StatementToCompare {
  readonly file: Blob;
  readonly columns: StatementColumns;
  /** Days; empty: those of the file. */
  readonly from: string;
  readonly to: string;
}

/** A report, what it is of, and what the merchant looks at in it. */
export interface Comparison {
  readonly report: StatementReport;
  readonly statement: StatementToCompare;
  readonly result: StatementResult;
  /** How many rows are shown. */
  readonly shown: number;
}

const KEY = ['statement'];

/**
 * The last comparison of this page, or null, and a function that changes it. The companion stores none: it is kept
 * while the merchant opens payments and comes back, until the page is closed.
 */
export function useComparison(): readonly [Comparison | null, (comparison: Comparison) => void] {
  const client = useQueryClient();
  const { data = null } = useQuery<Comparison | null>({
    queryKey: KEY,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return [data, (comparison) => void client.setQueryData<Comparison | null>(KEY, comparison)];
}

/** The form that the companion compares. Fields that are empty are left out. */
export function writeForm({ file, columns, from, to }: StatementToCompare): FormData {
  const form = new FormData();
  form.set('columns', JSON.stringify(columns));
  if (from !== '') form.set('from', from);
  if (to !== '') form.set('to', to);
  form.set('file', file, 'statement.csv');
  return form;
}
