import type { Totals } from '@tsena/shared/merchant';
import { type PointerEvent, useState } from 'react';
import { spread, ticksFor } from '../core/scale.ts';
import { useTexts } from './desk.ts';
import { useWidth } from './useWidth.ts';

const HEIGHT = 220;
const LEFT = 48;
const TOP = 14;
const BOTTOM = 26;
const LABEL_ROOM = 64;
const RADIUS = 3;

type Day = Totals['days'][number];

/** Takings by day as bars. What a screen reader says of it is the sum and the best day; the table has the rest. */
export function Chart({ totals }: { readonly totals: Totals }) {
  const { t, money, day: writeDay, shortDay, short, count } = useTexts();
  const [box, width] = useWidth<HTMLDivElement>(320);
  const [pointed, setPointed] = useState<number | null>(null);
  const { days, total } = totals;

  const amounts = days.map(({ amount }) => Number(amount));
  const highest = Math.max(...amounts);
  const best = days[amounts.indexOf(highest)];
  if (highest === 0 || best === undefined) return <p className="soft">{t('chart.nothing', { n: days.length })}</p>;

  const ticks = ticksFor(highest);
  const ceiling = ticks.at(-1) ?? highest;
  const slot = (width - LEFT) / days.length;
  const thick = Math.max(1, Math.min(slot * 0.72, 40));
  const floor = HEIGHT - BOTTOM;
  const y = (amount: number) => floor - (amount / ceiling) * (floor - TOP);
  const x = (index: number) => LEFT + slot * index;
  const summary = t('chart.summary', { total: money(total.amount), n: days.length, day: writeDay(best.day), amount: money(best.amount) });
  const shown: Day = days[pointed ?? days.length - 1] ?? best;

  function point(event: PointerEvent<SVGSVGElement>) {
    const { left } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor((event.clientX - left - LEFT) / slot);
    setPointed(index >= 0 && index < days.length ? index : null);
  }

  return (
    <figure className="chart">
      <div ref={box}>
        <svg
          role="img"
          aria-label={summary}
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line className="grid" x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
              <text className="tick" x={LEFT - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                {short(tick)}
              </text>
            </g>
          ))}
          {days.map(({ day }, index) => (
            <path
              key={day}
              className="bar"
              data-pointed={shown.day === day}
              d={bar(x(index) + (slot - thick) / 2, y(amounts[index] ?? 0), thick, floor)}
            />
          ))}
          {spread(days.length, LABEL_ROOM, width - LEFT).map((index) => (
            <text key={index} className="tick" x={Math.min(x(index) + slot / 2, width - 22)} y={HEIGHT - 6} textAnchor="middle">
              {shortDay(days[index]?.day ?? '')}
            </text>
          ))}
        </svg>
      </div>
      <figcaption>
        <p>{summary}</p>
        <p className="readout" aria-hidden="true">
          <span>{writeDay(shown.day)}</span> <strong>{money(shown.amount)}</strong> <span>{count('today.payments', shown.completed)}</span>
        </p>
      </figcaption>
    </figure>
  );
}

/** A bar with rounded shoulders; nothing where nothing was taken. */
function bar(left: number, top: number, thick: number, floor: number): string {
  const height = floor - top;
  if (height <= 0) return '';
  const r = Math.min(RADIUS, thick / 2, height);
  return `M${left} ${floor}V${top + r}q0 ${-r} ${r} ${-r}h${thick - 2 * r}q${r} 0 ${r} ${r}V${floor}z`;
}
