/** How often each combination of state, step and fault was reached: counts by `state|step|fault`. */
export type Reached = Record<string, number>;

/** The kinds of faults of the simulation. */
export const FAULTS = [
  'none',
  'answer',
  'callback',
  'network',
  'tokens',
  'lookups',
  'details',
  'results',
  'database',
  'shop',
  'clock',
  'crash',
  'hang',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Counts a fault at a payment in this state, whose newest event is the step. */
export function addReached(reached: Reached, state: string, step: string, fault: Fault): void {
  const key = `${state}|${step}|${fault}`;
  reached[key] = (reached[key] ?? 0) + 1;
}

/** The counts as the lines of a table: a line for each state and step, a column for each fault. `-` was not reached. */
export function tableOf(reached: Reached): string[] {
  const line = (name: string, cells: readonly string[]) =>
    name.padEnd(34) + cells.map((cell) => cell.padStart(10)).join('');
  const rows = [...new Set(Object.keys(reached).map((key) => key.slice(0, key.lastIndexOf('|'))))].sort();
  const counts = rows.map((row) => FAULTS.map((fault) => reached[`${row}|${fault}`] ?? 0));
  const missing = counts.flat().filter((count) => count === 0).length;
  return [
    line('state and newest event', FAULTS),
    ...rows.map((row, index) =>
      line(row.replace('|', ' '), counts[index]?.map((count) => (count === 0 ? '-' : String(count))) ?? []),
    ),
    `${missing} of ${counts.flat().length} combinations were not reached (-)`,
  ];
}
