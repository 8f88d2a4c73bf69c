import type { Product } from '../catalogue.ts';
import { addedNotice, addForm } from './home.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { type View, writePrice } from './view.ts';

/** The page of a product. */
export function productPage(view: View, product: Product, added: Product | undefined): string {
  const { name, size, about } = product.text[view.language];
  const main = html`
${addedNotice(view, added)}
<article class="width product">
<img src="/drawings/${product.slug}.svg" width="400" height="400" alt="">
<div class="product-words">
<p class="fine">${product.place}</p>
<h1>${name}</h1>
<p class="about">${about}</p>
<p class="fine">${size}</p>
<p class="price">${writePrice(product.price, view)}</p>
${addForm(view, product, `/products/${product.slug}`)}
<p><a href="/">${view.texts.continueShopping}</a></p>
</div>
</article>`;
  return layout(view, name, main);
}
