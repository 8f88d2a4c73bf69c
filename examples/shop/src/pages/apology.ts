import { html } from './html.ts';
import { layout } from './layout.ts';
import type { View } from './view.ts';

/** A page without goods: what happened, and a link back to the shop. */
export function apologyPage(view: View, heading: string, text: string, title = heading): string {
  const main = html`<section class="width plain">
<img src="/drawings/basket.svg" width="400" height="400" alt="">
<h1>${heading}</h1>
<p>${text}</p>
<p><a class="button" href="/">${view.texts.continueShopping}</a></p>
</section>`;
  return layout(view, title, main);
}
