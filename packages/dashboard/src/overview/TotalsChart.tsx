import type { Totals } from '@tsena/shared/merchant';
import { type PointerEvent, useState } from 'react';
import { useTexts } from '../shared/dashboardContext.ts';
import { chooseLabels, chooseTicks } from './scale.ts';
import { useWidth } from './useWidth.ts';

const HEIGHT_PX = 220;
const LEFT_PX = 48;
const TOP_PX = 22;
const FLOOR_PX = HEIGHT_PX - 26;
const LABEL_WIDTH_PX = 64;
const RADIUS_PX = 3;
const INITIAL_WIDTH_PX = 320;
const MIN_DAYS = 7;

type Day = Totals['days'][number];

/** The amounts of each day as bars. Screen readers get the sum and the best day; the table has every day. */
export function TotalsChart({ totals }: { readonly totals: Totals }) {
  const { t, money, day: writeDay, shortDay, count } = useTexts();
  const [box, width] = useWidth<HTMLDivElement>(INITIAL_WIDTH_PX);
  const [pointed, setPointed] = useState<number | null>(null);
  const days = fromFirstPaid(totals.days);
  const amounts = days.map(({ amount }) => Number(amount));
  const highest = Math.max(...amounts);
  const best = days[amounts.indexOf(highest)];
  if (highest === 0 || best === undefined)
    return <p className="muted">{t('totals.none', { n: totals.days.length })}</p>;

  const ticks = chooseTicks(highest);
  const ceiling = ticks.at(-1) ?? highest;
  const slot = (width - LEFT_PX) / days.length;
  const y = (amount: number) => FLOOR_PX - (amount / ceiling) * (FLOOR_PX - TOP_PX);
  const isOnlyDay = amounts.filter((amount) => amount > 0).length === 1;
  const summary = t(isOnlyDay ? 'totals.oneDay' : 'totals.summary', {
    total: money(totals.total.amount),
    n: totals.days.length,
    day: writeDay(best.day),
    amount: money(best.amount),
  });
  const shown: Day = days[pointed ?? days.length - 1] ?? best;

  function point(event: PointerEvent<SVGSVGElement>) {
    const { left } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor((event.clientX - left - LEFT_PX) / slot);
    setPointed(index >= 0 && index < days.length ? index : null);
  }

  return (
    <figure className="chart">
      <div ref={box}>
        <svg
          role="img"
          aria-label={summary}
          width={width}
          height={HEIGHT_PX}
          viewBox={`0 0 ${width} ${HEIGHT_PX}`}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          <Grid ticks={ticks} width={width} y={y} />
          <Bars days={days} pointed={shown.day} slot={slot} y={y} />
          {chooseLabels(days.length, LABEL_WIDTH_PX, width - LEFT_PX).map((index) => (
            <text
              key={index}
              x={Math.min(xOf(index, slot) + slot / 2, width - 22)}
              y={HEIGHT_PX - 6}
              textAnchor="middle"
            >
              {shortDay(days[index]?.day ?? '')}
            </text>
          ))}
        </svg>
      </div>
      <figcaption className="tight">
        <p>{summary}</p>
        <p className="readout" aria-hidden="true">
          <span>{writeDay(shown.day)}</span> <strong>{money(shown.amount)}</strong>{' '}
          <span>{count('today.payments', shown.completed)}</span>
        </p>
      </figcaption>
    </figure>
  );
}

interface GridProps {
  readonly ticks: readonly number[];
  readonly width: number;
  readonly y: (amount: number) => number;
}

function Grid({ ticks, width, y }: GridProps) {
  const { short } = useTexts();
  return ticks.map((tick) => (
    <g key={tick}>
      <line className="grid" x1={LEFT_PX} x2={width} y1={y(tick)} y2={y(tick)} />
      <text x={LEFT_PX - 8} y={y(tick)} dy="0.32em" textAnchor="end">
        {short(tick)}
      </text>
    </g>
  ));
}

interface BarsProps {
  readonly days: Totals['days'];
  /** The day whose bar stands out. */
  readonly pointed: string;
  /** The width of a day. */
  readonly slot: number;
  readonly y: (amount: number) => number;
}

function Bars({ days, pointed, slot, y }: BarsProps) {
  const { short } = useTexts();
  const width = Math.max(1, Math.min(slot * 0.72, 40));
  return days.map(({ day, amount }, index) => {
    const top = y(Number(amount));
    const left = xOf(index, slot);
    return (
      <g key={day}>
        <path
          className="bar"
          data-pointed={pointed === day}
          d={drawBar(left + (slot - width) / 2, top, width, FLOOR_PX)}
        />
        {slot < LABEL_WIDTH_PX || Number(amount) === 0 ? null : (
          <text className="value" x={left + slot / 2} y={top - 6} textAnchor="middle">
            {short(Number(amount))}
          </text>
        )}
      </g>
    );
  });
}

function xOf(index: number, slot: number): number {
  return LEFT_PX + slot * index;
}

/**
 * The days from the first one with money, but a week at least: a new shop would see its bars at the edge of an empty
 * month.
 */
function fromFirstPaid(days: Totals['days']): Totals['days'] {
  const first = days.findIndex(({ amount }) => amount !== '0');
  return days.slice(Math.max(0, Math.min(first, days.length - MIN_DAYS)));
}

/** The outline of a bar with rounded upper corners; empty if its height is 0. */
function drawBar(left: number, top: number, width: number, floor: number): string {
  const height = floor - top;
  if (height <= 0) return '';
  const r = Math.min(RADIUS_PX, width / 2, height);
  return `M${left} ${floor}V${top + r}q0 ${-r} ${r} ${-r}h${width - 2 * r}q${r} 0 ${r} ${r}V${floor}z`;
}
