import type { Totals } from '@tsena/shared/merchant';
import { type PointerEvent, useState } from 'react';
import { useTexts } from '../shared/dashboardContext.ts';
import { chooseLabels, chooseTicks } from './scale.ts';
import { useWidth } from './useWidth.ts';

const HEIGHT_PX = 220;
const LEFT_PX = 48;
const TOP_PX = 22;
const BOTTOM_PX = 26;
const LABEL_WIDTH_PX = 64;
const RADIUS_PX = 3;
const INITIAL_WIDTH_PX = 320;
const MIN_DAYS = 7;

type Day = Totals['days'][number];

/** The amounts of each day as bars. Screen readers get the sum and the best day; the table has every day. */
export function TotalsChart({ totals }: { readonly totals: Totals }) {
  const { t, money, day: writeDay, shortDay, short, count } = useTexts();
  const [box, width] = useWidth<HTMLDivElement>(INITIAL_WIDTH_PX);
  const [pointed, setPointed] = useState<number | null>(null);
  const days = fromFirstPaid(totals.days);
  const amounts = days.map(({ amount }) => Number(amount));
  const highest = Math.max(...amounts);
  const best = days[amounts.indexOf(highest)];
  if (highest === 0 || best === undefined) return <p className="muted">{t('totals.none', { n: totals.days.length })}</p>;

  const ticks = chooseTicks(highest);
  const ceiling = ticks.at(-1) ?? highest;
  const slot = (width - LEFT_PX) / days.length;
  const barWidth = Math.max(1, Math.min(slot * 0.72, 40));
  const floor = HEIGHT_PX - BOTTOM_PX;
  const y = (amount: number) => floor - (amount / ceiling) * (floor - TOP_PX);
  const x = (index: number) => LEFT_PX + slot * index;
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
          {ticks.map((tick) => (
            <g key={tick}>
              <line className="grid" x1={LEFT_PX} x2={width} y1={y(tick)} y2={y(tick)} />
              <text x={LEFT_PX - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                {short(tick)}
              </text>
            </g>
          ))}
          {days.map(({ day }, index) => (
            <path
              key={day}
              className="bar"
              data-pointed={shown.day === day}
              d={drawBar(x(index) + (slot - barWidth) / 2, y(amounts[index] ?? 0), barWidth, floor)}
            />
          ))}
          {slot < LABEL_WIDTH_PX
            ? null
            : days.map(({ day }, index) =>
                amounts[index] === 0 ? null : (
                  <text key={day} className="value" x={x(index) + slot / 2} y={y(amounts[index] ?? 0) - 6} textAnchor="middle">
                    {short(amounts[index] ?? 0)}
                  </text>
                ),
              )}
          {chooseLabels(days.length, LABEL_WIDTH_PX, width - LEFT_PX).map((index) => (
            <text key={index} x={Math.min(x(index) + slot / 2, width - 22)} y={HEIGHT_PX - 6} textAnchor="middle">
              {shortDay(days[index]?.day ?? '')}
            </text>
          ))}
        </svg>
      </div>
      <figcaption className="tight">
        <p>{summary}</p>
        <p className="readout" aria-hidden="true">
          <span>{writeDay(shown.day)}</span> <strong>{money(shown.amount)}</strong> <span>{count('today.payments', shown.completed)}</span>
        </p>
      </figcaption>
    </figure>
  );
}

/** The days from the first one with money, but a week at least: a new shop would see its bars at the edge of an empty month. */
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
