import { parse } from 'csv-parse/sync';

/** Reads a CSV (RFC 4180) with a header line into one object per line. */
export function readCsv(text: string): Record<string, string>[] {
  return parse<Record<string, string>>(text, { columns: true, bom: true });
}
