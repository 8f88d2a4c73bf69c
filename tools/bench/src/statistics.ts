/** One quantity of ours beside the same of something else. */
export interface Sides {
  readonly value: number;
  readonly baseline: number;
  /** What each round came to, where `value` and `baseline` are medians of rounds. */
  readonly rounds?: { readonly value: readonly number[]; readonly baseline: readonly number[] };
}

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
export async function alternate<Result>(
  rounds: number,
  warmUps: number,
  sides: readonly (() => Promise<Result>)[],
): Promise<Result[][]> {
  const results = sides.map((): Result[] => []);
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (const [index, side] of sides.entries()) {
      const result = await side();
      if (round >= warmUps) results[index]?.push(result);
    }
  }
  return results;
}

const RESAMPLES = 2000;

/**
 * The interval that has the ratio of two medians with 95 % confidence: the bootstrap's. The rounds are drawn again by a
 * fixed seed, so that the same rounds give the same interval.
 */
export function ratioInterval(
  value: readonly number[],
  baseline: readonly number[],
): readonly [low: number, high: number] {
  let state = 1;
  const random = () => {
    // Park and Miller's generator.
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const draw = (values: readonly number[]) =>
    median(values.map(() => values[Math.floor(random() * values.length)] ?? Number.NaN));
  const ratios = Array.from({ length: RESAMPLES }, () => draw(value) / draw(baseline));
  return [quantile(ratios, 0.025), quantile(ratios, 0.975)];
}

/** The two sides of a figure: the medians of their rounds, and the rounds. */
export function compareRounds<Round>(
  value: readonly Round[],
  baseline: readonly Round[],
  read: (round: Round) => number,
): Sides {
  const rounds = { value: value.map(read), baseline: baseline.map(read) };
  return { value: median(rounds.value), baseline: median(rounds.baseline), rounds };
}
