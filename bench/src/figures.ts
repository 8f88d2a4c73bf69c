import { ratioInterval } from './statistics.ts';

/** With fewer rounds, an interval says nothing. */
const MIN_ROUNDS = 5;

/** What a row of the results says: one quantity of ours beside the same of something else, measured in the same run. */
export interface Figure {
  readonly what: string;
  readonly ours: number;
  readonly beside: number;
  /** What stands on the other side. */
  readonly besides: string;
  readonly unit: string;
  readonly better: 'less' | 'more';
  /** Undefined where the figure is only reported. */
  readonly aim?: Aim;
  /** What each round came to, where `ours` and `beside` are medians of rounds. */
  readonly rounds?: { readonly ours: readonly number[]; readonly beside: readonly number[] };
}

/** Bounds that a figure should keep: of the ratio, of our own value, or both. */
export interface Aim {
  readonly ratio?: number;
  readonly ours?: number;
}

/** One part of the results. */
export interface Section {
  readonly title: string;
  readonly figures: readonly Figure[];
  /** How it was measured, and what has to be known to read it. Markdown. */
  readonly notes: readonly string[];
}

/** Ours by the other. */
export function ratioOf({ ours, beside }: Figure): number {
  return ours / beside;
}

/** The interval of the ratio with 95 % confidence; undefined where the figure has too few rounds. */
export function intervalOf({ rounds }: Figure): readonly [low: number, high: number] | undefined {
  if (rounds === undefined || rounds.ours.length < MIN_ROUNDS || rounds.beside.length < MIN_ROUNDS) return undefined;
  const interval = ratioInterval(rounds.ours, rounds.beside);
  return interval.every(Number.isFinite) ? interval : undefined;
}

/** Whether the figure keeps its aim, with all of its interval where it has one; undefined where it has no aim. */
export function keepsAim(figure: Figure): boolean | undefined {
  const { aim, better, ours } = figure;
  if (aim === undefined) return undefined;
  const keeps = (value: number, bound: number | undefined) => bound === undefined || (better === 'less' ? value <= bound : value >= bound);
  const [low, high] = intervalOf(figure) ?? [ratioOf(figure), ratioOf(figure)];
  return keeps(better === 'less' ? high : low, aim.ratio) && keeps(ours, aim.ours);
}

/** The options of a measurement. */
export interface Context {
  /** Small sizes, to see that all of it runs; the figures say little. */
  readonly quick: boolean;
  /** Says how far it has come. */
  say(text: string): void;
}

/** Measures one part. */
export type Measurement = (context: Context) => Promise<Section>;
