import { type Figure, intervalOf, keepsAim, ratioOf } from '../figures.ts';

/** A number with three figures that count, and no more than a reader needs. */
function writeNumber(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 2 : 3);
}

/** A quantity with its unit. */
export function writeQuantity(value: number, unit: string): string {
  return `${writeNumber(value)}${unit === '' ? '' : unit.startsWith('/') || unit === '%' ? unit : ` ${unit}`}`;
}

/** Ours by the other; a dash where the other is nothing at all. */
export function writeRatio(figure: Figure): string {
  const ratio = ratioOf(figure);
  return Number.isFinite(ratio) ? `${ratio.toFixed(2)}×` : '–';
}

/** The interval of the ratio, to stand after it: ` (0.45–0.48×)`. */
export function writeInterval(figure: Figure): string {
  const interval = intervalOf(figure);
  return interval === undefined ? '' : ` (${interval.map((end) => end.toFixed(2)).join('–')}×)`;
}

/** What a figure should keep, in words. */
export function writeAim({ target, better, unit }: Figure): string {
  const sign = better === 'less' ? '≤' : '≥';
  if ('ratio' in target) return `${sign} ${target.ratio}×`;
  return target.value === 0 ? '0' : `${sign} ${writeQuantity(target.value, unit)}`;
}

/** Whether it keeps it. */
export function writeVerdict(figure: Figure): string {
  return keepsAim(figure) ? 'met' : '**missed**';
}
