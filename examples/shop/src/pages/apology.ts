import { html } from './html.ts';
import { layout } from './layout.ts';
import type { View } from './view.ts';

/** A page that says what is wrong and leads back. */
export function apologyPage(view: View, title: string, text: string): string {
  const main = html`<section class="width plain">
<img src="/drawings/basket.svg" width="400" height="400" alt="">
<h1>${title}</h1>
<p>${text}</p>
<p><a class="button" href="/">${view.texts.continueShopping}</a></p>
</section>`;
  return layout(view, title, main);
}
