/** Chooses the values of a chart's grid lines: two to five round numbers, from 0 to at least `highest`. */
export function chooseTicks(highest: number): number[] {
  if (highest <= 0) return [0];
  const roughStep = highest / 3;
  const magnitude = 10 ** Math.floor(Math.log10(roughStep));
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= roughStep) ?? 10 * magnitude;
  const count = Math.ceil(highest / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/**
 * Chooses which of `count` labels fit, evenly spaced; the last one is always among them.
 *
 * @param labelWidthPx the width of one label
 * @param widthPx the width of the axis
 * @returns the indexes of the labels
 */
export function chooseLabels(count: number, labelWidthPx: number, widthPx: number): number[] {
  const fitting = Math.max(1, Math.floor(widthPx / labelWidthPx));
  const step = Math.ceil(count / fitting);
  const indexes: number[] = [];
  for (let index = count - 1; index >= 0; index -= step) indexes.unshift(index);
  return indexes;
}
