import { type Figure, keepsAim, ratioOf, type Section } from '../figures.ts';
import { writeQuantity, writeRatio } from './words.ts';

const WIDTH = 860;
const ROW = 34;
const HEAD = 28;
const TOP = 76;
const LEFT = 330;
const RIGHT = 130;
/** From a thirtieth to thirty times; what lies beyond ends at the edge. */
const WIDEST = 30;

const STYLE = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #1f2328 }
  .title { font-size: 17px; font-weight: 600 } .section { font-weight: 600 } .soft { fill: #59636e; font-size: 12px }
  .met { fill: #1a7f64 } .missed { fill: #c2571a } .even { stroke: #8c959f } .aim { stroke: #1f2328; stroke-width: 2 } .band { fill: #f2f4f6 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .soft { fill: #9198a1 } .met { fill: #3fb68b } .missed { fill: #e58a4f } .even { stroke: #656c76 } .aim { stroke: #e6edf3 } .band { fill: #1b2028 }
  }`;

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Where a ratio stands, px; the middle is 1. */
function across(ratio: number): number {
  const bounded = Math.min(WIDEST, Math.max(1 / WIDEST, ratio));
  const share = (Math.log(bounded) / Math.log(WIDEST) + 1) / 2;
  return LEFT + share * (WIDTH - LEFT - RIGHT);
}

/** What the aim is of: the ratio, or our own value seen as a ratio. */
function aimAsRatio({ aim, beside }: Figure): number | undefined {
  return aim?.ratio ?? (aim?.ours === undefined ? undefined : aim.ours / beside);
}

function drawFigure(figure: Figure, y: number): string {
  const ratio = ratioOf(figure);
  const [from, to] = [across(1), across(Number.isFinite(ratio) ? ratio : 1)];
  const aim = aimAsRatio(figure);
  const kind = keepsAim(figure) === false ? 'missed' : 'met';
  const marker =
    aim === undefined || !Number.isFinite(aim) || aim === 0 ? '' : `<path class="aim" d="M${across(aim).toFixed(1)} ${y + 3}v24"/>`;
  const label = Number.isFinite(ratio) ? writeRatio(figure) : writeQuantity(figure.ours, figure.unit);
  return `<text x="16" y="${y + 14}">${escapeText(figure.what)}</text>
  <text class="soft" x="16" y="${y + 28}">${escapeText(`${writeQuantity(figure.ours, figure.unit)}, beside ${writeQuantity(figure.beside, figure.unit)} ${figure.besides}`)}</text>
  <rect class="${kind}" x="${Math.min(from, to).toFixed(1)}" y="${y + 9}" width="${Math.max(2, Math.abs(to - from)).toFixed(1)}" height="12" rx="2"/>${marker}
  <text x="${WIDTH - 16}" y="${y + 20}" text-anchor="end">${label} ${figure.better === 'less' ? '↓' : '↑'}</text>`;
}

/** Every figure that has an aim, as a bar from "the same" to its ratio, on a logarithmic scale. */
export function drawChart(sections: readonly Section[]): string {
  const drawn: string[] = [];
  let y = TOP;
  for (const { title, figures } of sections) {
    const aimed = figures.filter(({ aim }) => aim !== undefined);
    if (aimed.length === 0) continue;
    drawn.push(
      `<rect class="band" x="0" y="${y}" width="${WIDTH}" height="${HEAD - 6}"/><text class="section" x="16" y="${y + 16}">${escapeText(title)}</text>`,
    );
    y += HEAD;
    for (const figure of aimed) {
      drawn.push(drawFigure(figure, y));
      y += ROW;
    }
    y += 6;
  }
  const middle = across(1).toFixed(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 10}" width="${WIDTH}" height="${y + 10}" role="img" aria-label="Tsena Checkout, measured side by side">
<style>${STYLE}
</style>
  <text class="title" x="16" y="28">Tsena Checkout beside others, in one run</text>
  <text class="soft" x="16" y="48">Bars run from “the same” (the line in the middle) to our ratio, on a logarithmic scale; the tick is the aim. ↓ less is better, ↑ more is.</text>
  <path class="even" d="M${middle} ${TOP - 8}V${y}"/>
  ${drawn.join('\n  ')}
</svg>
`;
}
