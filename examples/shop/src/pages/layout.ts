import { countArticles } from '../cart.ts';
import { LANGUAGES, textsIn } from '../locales/index.ts';
import { html, type Markup } from './html.ts';
import type { View } from './view.ts';

/** A complete page: the shared frame around the page's own content. */
export function layout(view: View, title: string, main: Markup, head?: Markup): string {
  const { texts, language, cart } = view;
  const count = countArticles(cart);
  const switches = LANGUAGES.map((code) =>
    code === language
      ? html`<li><span aria-current="true" title="${textsIn(code).languageName}">${code.toUpperCase()}</span></li>`
      : html`<li><a href="?lang=${code}" lang="${code}" hreflang="${code}" aria-label="${code.toUpperCase()}, ${textsIn(code).languageName}">${code.toUpperCase()}</a></li>`,
  );
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === '' ? 'Harona' : `${title} · Harona`}</title>
<link rel="icon" href="/drawings/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
${head}
</head>
<body>
<a class="skip" href="#main">${texts.skip}</a>
<header class="top">
<div class="width">
<a class="logo" href="/"><img src="/drawings/logo.svg" width="36" height="36" alt=""><span>Harona</span></a>
<div class="top-end">
<nav aria-label="${texts.language}"><ul class="languages">${switches}</ul></nav>
<a class="basket" href="/cart" aria-label="${texts.basketCount(count)}"><span class="basket-icon"></span>${count === 0 ? undefined : html`<span class="basket-count">${count}</span>`}</a>
</div>
</div>
</header>
<main id="main">${main}</main>
<footer class="bottom">
<div class="width">
<p>${texts.demo}</p>
</div>
</footer>
</body>
</html>
`.text;
}
