/** The heights at which a chart of amounts has lines: round numbers from 0 to above the highest, three or four of them. */
export function ticksFor(highest: number): number[] {
  if (highest <= 0) return [0];
  const rough = highest / 3;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough) ?? 10 * magnitude;
  const count = Math.ceil(highest / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Which of so many labels are shown, evenly spread, so that each has its room; the last always. */
export function spread(count: number, room: number, width: number): number[] {
  const fit = Math.max(1, Math.floor(width / room));
  const step = Math.ceil(count / fit);
  const shown: number[] = [];
  for (let index = count - 1; index >= 0; index -= step) shown.unshift(index);
  return shown;
}
