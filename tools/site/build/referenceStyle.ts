/** The style of the reference page: one column for phones, with a dark mode. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c2333; --soft: #5b6478; --line: #dfe3ea; --paper: #fff; --raised: #f6f7f9; --accent: #0b6b4f;
  --get: #0b5cad; --post: #0b6b4f; --put: #8a5300; --bad: #a3232b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9f0; --soft: #9aa4b8; --line: #2d3446; --paper: #12161f; --raised: #1a2030;
  --accent: #5ccca5; --get: #7db8f5; --post: #5ccca5; --put: #e5b567; --bad: #f08b91; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 5rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem; letter-spacing: -.01em; }
h1 small { font-size: .9rem; font-weight: 400; color: var(--soft); letter-spacing: 0; white-space: nowrap; }
h2 { font-size: 1.3rem; margin: 3rem 0 .25rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 .4rem; }
h4 { font-size: .8rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1.2rem 0 .3rem; }
p { margin: .4rem 0; max-width: 46rem; }
.soft { color: var(--soft); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { background: var(--raised); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; overflow-x: auto; margin: .4rem 0; }
pre code { background: none; padding: 0; }
nav ul { list-style: none; padding: 0; margin: .25rem 0 0; display: flex; flex-wrap: wrap; gap: .4rem .9rem; }
nav a { text-decoration: none; display: inline-block; padding: .15rem 0; }
details, article { border: 1px solid var(--line); border-radius: 10px; margin: .6rem 0; background: var(--paper); }
details[open] { box-shadow: 0 1px 8px rgb(0 0 0 / .06); }
summary { cursor: pointer; padding: .7rem .9rem; display: flex; flex-wrap: wrap; gap: .2rem .7rem; align-items: baseline; }
summary::marker { content: ''; }
summary .path { font-weight: 600; }
summary::before { content: '›'; color: var(--soft); font-weight: 700; }
details[open] > summary::before { content: '⌄'; }
article { padding: .2rem .9rem .9rem; }
article:target { border-color: var(--accent); }
article h3 { margin: .8rem 0 .1rem; }
summary .what { flex-basis: 100%; color: var(--soft); }
.body { padding: 0 .9rem .9rem; }
.method { font: 700 .75rem/1 ui-monospace, monospace; text-transform: uppercase; min-width: 2.6rem; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); }
dl { margin: 0; }
dt { padding-top: .55rem; border-top: 1px solid var(--line); margin-top: .55rem; }
dl > dt:first-of-type { border-top: 0; padding-top: 0; margin-top: 0; }
dt .kind { color: var(--soft); font-size: .85rem; }
dd { margin: .1rem 0 0; }
.status { font-weight: 700; } .status.bad { color: var(--bad); }
dd p { margin: .15rem 0; }
@media (min-width: 46rem) { summary .what { flex-basis: auto; margin-left: auto; text-align: right; } }
`;
