/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new RangeError('no values');
  return value;
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * Runs each side once a round, in turn, so that whatever else the machine does meets all of them.
 *
 * @param warmUps rounds that are run and not counted
 * @returns what each side came to, round by round
 */
export async function alternate<Result>(rounds: number, warmUps: number, sides: readonly (() => Promise<Result>)[]): Promise<Result[][]> {
  const results = sides.map((): Result[] => []);
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (const [index, side] of sides.entries()) {
      const result = await side();
      if (round >= warmUps) results[index]?.push(result);
    }
  }
  return results;
}
