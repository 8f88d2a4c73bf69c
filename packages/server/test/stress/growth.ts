/** The resources of a companion that is at rest. */
export interface GrowthSample {
  /** Payments so far. */
  readonly payments: number;
  /** After a garbage collection, KiB. */
  readonly heapKb: number;
  readonly timers: number;
  /** Rows of all tables together. */
  readonly rows: number;
  /** Resident memory, MiB. */
  readonly residentMb: number;
  /** Open connections, streams and timers. */
  readonly handles: number;
}

/** The heap that a payment may keep, KiB. Limits for orders and phones keep a little for their windows of minutes. */
const MAX_HEAP_KB_PER_PAYMENT = 0.75;
const MAX_GROWTH = 1.3;
/** A difference of a few is chance. */
const TOLERANCE = 5;
const MIN_SAMPLES = 12;

/**
 * Finds figures that grow with the number of payments. The first quarter of the samples is warm-up; for the heap, the
 * first half.
 *
 * @param maxHeapKb the heap that a payment may keep, KiB
 */
export function findGrowth(samples: readonly GrowthSample[], maxHeapKb = MAX_HEAP_KB_PER_PAYMENT): string[] {
  const paid = (samples.at(-1)?.payments ?? 0) - (samples[0]?.payments ?? 0);
  if (samples.length < MIN_SAMPLES || paid <= 0)
    return [`${samples.length} samples over ${paid} payments are too few to measure growth`];
  const warm = samples.slice(Math.floor(samples.length / 4));
  const heap = slopeOf(
    samples.slice(Math.floor(samples.length / 2)).map(({ payments, heapKb }) => [payments, heapKb] as const),
  );
  const quarters = (figure: (sample: GrowthSample) => number) => {
    const values = warm.map(figure);
    const size = Math.ceil(values.length / 4);
    return [values.slice(0, size), values.slice(-size)] as const;
  };
  const grown = (name: string, unit: string, figure: (sample: GrowthSample) => number): string[] => {
    const [first, last] = quarters(figure).map(medianOf);
    if (first === undefined || last === undefined || last <= first * MAX_GROWTH + TOLERANCE) return [];
    return [`${name} grew from ${first} to ${last}${unit}`];
  };
  const rowsEach = warm.slice(1).map(({ payments, rows }, index) => {
    const before = warm[index];
    return before === undefined ? 0 : (rows - before.rows) / Math.max(1, payments - before.payments);
  });
  const half = Math.floor(rowsEach.length / 2);
  const [early = 0, late = 0] = [medianOf(rowsEach.slice(0, half)), medianOf(rowsEach.slice(-half))];
  return [
    ...(heap > maxHeapKb ? [`the heap grew by ${heap.toFixed(1)} KiB with each payment`] : []),
    ...grown('resident memory', ' MiB', ({ residentMb }) => residentMb),
    ...grown('the number of handles', '', ({ handles }) => handles),
    ...grown('the number of timers', '', ({ timers }) => timers),
    ...(late > early * MAX_GROWTH + 1
      ? [`a payment took ${early.toFixed(1)} rows at first and ${late.toFixed(1)} in the end`]
      : []),
  ];
}

/** The median of the slopes between all pairs of points, which one outlier does not change. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const slopes = points.flatMap(([x, y], index) =>
    points.slice(index + 1).flatMap(([otherX, otherY]) => (otherX === x ? [] : [(otherY - y) / (otherX - x)])),
  );
  return medianOf(slopes) ?? 0;
}

function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}
