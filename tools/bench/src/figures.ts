import { ratioInterval, type Sides } from './statistics.ts';

/** With fewer rounds, an interval says nothing. */
const MIN_ROUNDS = 5;

/** A row of the results, measured in the same run. */
export interface Figure extends Sides {
  readonly what: string;
  /** What the baseline is. */
  readonly baselineName: string;
  readonly unit: string;
  readonly better: 'less' | 'more';
  readonly target: Target;
}

/** A figure with nothing beside it but its aim, of which less is better. */
export function aimed(what: string, value: number, target: number, unit: string): Figure {
  return { what, value, baseline: target, baselineName: 'the aim', unit, better: 'less', target: { value: target } };
}

/** A figure of which less is better, beside the same of something else. */
export function less(what: string, unit: string, sides: Sides, baselineName: string, target: Target): Figure {
  return { what, ...sides, baselineName, unit, better: 'less', target };
}

/** A rate, of which more is better, beside the same of something else, and the share of that which it should reach. */
export function rate(what: string, sides: Sides, baselineName: string, ratio: number): Figure {
  return { what, ...sides, baselineName, unit: '/s', better: 'more', target: { ratio } };
}

/** The bound that a figure should keep: of the ratio, or of our own value. */
export type Target = { readonly ratio: number } | { readonly value: number };

/** One part of the results. */
export interface Section {
  readonly title: string;
  readonly figures: readonly Figure[];
  /** What has to be known to read it. Markdown. */
  readonly note: string;
}

/** The value by its baseline. */
export function ratioOf({ value, baseline }: Figure): number {
  return value / baseline;
}

/** The interval of the ratio with 95 % confidence; undefined where the figure has too few rounds. */
export function intervalOf({ rounds }: Figure): readonly [low: number, high: number] | undefined {
  if (rounds === undefined || rounds.value.length < MIN_ROUNDS || rounds.baseline.length < MIN_ROUNDS) return undefined;
  const interval = ratioInterval(rounds.value, rounds.baseline);
  return interval.every(Number.isFinite) ? interval : undefined;
}

/** Whether the figure keeps its target, with all of its interval where it has one. */
export function keepsAim(figure: Figure): boolean {
  const { target, better, value } = figure;
  const keeps = (found: number, bound: number) => (better === 'less' ? found <= bound : found >= bound);
  if ('value' in target) return keeps(value, target.value);
  const [low, high] = intervalOf(figure) ?? [ratioOf(figure), ratioOf(figure)];
  return keeps(better === 'less' ? high : low, target.ratio);
}

/** The options of a measurement. */
export interface Context {
  /** Small sizes, to see that all of it runs; the figures say little. */
  readonly quick: boolean;
  /** Says how far it has come. */
  log(text: string): void;
}

/** Measures one part. */
export type Measurement = (context: Context) => Promise<Section>;
