import type { Brand } from '../../config/settings.ts';

const DEFAULT_COLOR = '#0b5d45';
/** In the dark, beside a merchant without a colour. */
const DARK_COLORS = ';--a:#62d3a8;--o:#06281d';

/** White or black, whichever contrasts more with a colour (WCAG's relative luminance): at least 4.58 to 1. */
export function textColorOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Where the contrast with both is the same.
  return luminance > 0.1791 ? '#000' : '#fff';
}

/**
 * The style of payment pages: the widget's colours (paper, raffia, earth, and the green of a traveller's palm) and its measures, so that
 * nothing moves when the widget takes the place of the plain view. `.w:after` keeps the place of the widget's clock.
 */
export function writeStyle({ color }: Brand): string {
  const accent = color ?? DEFAULT_COLOR;
  return `:root{color-scheme:light dark;--a:${accent};--o:${textColorOn(accent)};--p:#efe6d8;--s:#fffdf8;--r:#f6ecda;--t:#241a12;--m:#64554a;--l:#8a7765;--d:#a12a14}
@media(prefers-color-scheme:dark){:root{--p:#14100d;--s:#1d1713;--r:#30261e;--t:#f7eee2;--m:#c6b5a2;--l:#9c8874;--d:#ff9d88${color === null ? DARK_COLORS : ''}}}
*{box-sizing:border-box;margin:0;padding:0}
body{background:var(--p);color:var(--t);font:16px/1.45 system-ui,sans-serif;overflow-wrap:anywhere;padding:16px 12px}
main,nav{max-width:440px;margin:0 auto}
main{background:var(--s);border-radius:14px;overflow:hidden}
main:before{content:"";display:block;height:6px;background:var(--a)}
header,section{padding:18px 20px}
section{padding:20px}
header{background:var(--r);position:relative}
header img{display:block;max-width:160px;max-height:48px;margin-bottom:10px}
h1{font-size:34px;line-height:1.2}
h2{display:flex;align-items:center;font-size:21px;line-height:1.25}
h2 svg{flex:none;width:44px;height:44px;padding:9px;border-radius:50%;background:var(--r);fill:none;stroke:var(--t);stroke-width:2;stroke-linecap:round;margin-right:12px}
.paid svg{background:#0b5d45;stroke:#fff}
.no svg{stroke:var(--d)}
section>*+*,form>*+*{margin-top:14px}
small,dt,.k{color:var(--m);font-size:14px}
.k{display:block}
.x{position:absolute;top:0;right:20px;background:var(--t);color:var(--s);font-size:12px;padding:0 8px;border-radius:0 0 8px 8px}
label,h3{display:block;font-weight:600;font-size:16px}
input{display:block;width:100%;min-height:56px;margin:6px 0;padding:0 14px;border:2px solid var(--l);border-radius:14px;background:var(--s);color:inherit;font:600 21px system-ui,sans-serif}
.e{color:var(--d);font-weight:600}
button,.b,.q{display:block;width:100%;min-height:56px;padding:14px 16px;border:2px solid var(--a);border-radius:14px;background:var(--a);color:var(--o);font:700 18px/1.3 system-ui,sans-serif;text-align:center;text-decoration:none;cursor:pointer}
button{padding:8px 16px;line-height:1.45}
.q{min-height:48px;padding:10px 16px;line-height:1.45;border-color:var(--l);background:0 0;color:inherit;font-size:16px}
:focus-visible{outline:3px solid var(--t);outline-offset:2px}
.n{padding:10px 14px;border-left:4px solid var(--l);background:var(--r)}
ul{padding-left:22px}
ul li+li{margin-top:8px}
ol{list-style:none;counter-reset:s}
ol li{display:flex}
ol li+li{margin-top:10px}
ol li:before{counter-increment:s;content:counter(s);flex:none;width:26px;height:26px;margin-right:12px;border-radius:50%;background:var(--r);font:700 14px/26px system-ui,sans-serif;text-align:center}
.w{display:flex;padding-top:14px;background:linear-gradient(var(--r),var(--r)) 0 0/100% 4px no-repeat;font-weight:600}
.w:after{content:"0:00";flex:none;margin-left:12px;visibility:hidden;font-variant-numeric:tabular-nums}
.h{border-top:1px dashed var(--l);padding-top:14px}
dl div{display:flex;align-items:baseline;justify-content:space-between;padding:8px 0;border-top:1px dashed var(--l)}
dt{flex:none;max-width:50%}
dd{font-weight:600;text-align:right;margin-left:16px}
nav{padding:14px 0;text-align:center}
nav a,nav b{display:inline-block;padding:12px;color:inherit}
tsena-checkout{--tsena-accent:var(--a);--tsena-on-accent:var(--o)}
tsena-checkout::part(summary),tsena-checkout::part(remember),tsena-checkout::part(card)::before{display:none}
tsena-checkout::part(card){background:0 0;box-shadow:none}
tsena-checkout::part(quiet),tsena-checkout::part(link){border-color:var(--l);color:var(--t)}
@media(prefers-color-scheme:dark){button,.b{border-color:#fff3}}
@media print{@page{margin:8mm 5mm}body{background:#fff;color:#000;padding:0}main,header{background:#fff}nav,.b,.q,.k{display:none}.paid svg{background:#fff;stroke:#000}.x{background:#fff;color:#000;border:1px solid}}`;
}
