import { PRODUCTS, type Product } from '../catalogue.ts';
import { html, type Markup } from './html.ts';
import { layout } from './layout.ts';
import { type View, writePrice } from './view.ts';

/** A form with one button: it adds one of a product to the basket and returns to this page. */
export function addForm(view: View, product: Product, back: string, label = view.texts.add): Markup {
  const name = product.text[view.language].name;
  return html`<form class="add" method="post" action="/cart">
<input type="hidden" name="slug" value="${product.slug}">
<input type="hidden" name="back" value="${back}">
<button class="button" aria-label="${label}: ${name}">${label}</button>
</form>`;
}

/** The message that a product was added to the basket. */
export function addedNotice(view: View, added: Product | undefined): Markup | undefined {
  if (added === undefined) return undefined;
  return html`<p class="notice" role="status"><span>${view.texts.added(added.text[view.language].name)}</span> <a href="/cart">${view.texts.basket}</a></p>`;
}

function card(view: View, product: Product): Markup {
  const { name, size } = product.text[view.language];
  return html`<li class="card">
<a class="card-link" href="/products/${product.slug}">
<img src="/drawings/${product.slug}.svg" width="400" height="400" alt="">
<h3>${name}</h3>
</a>
<p class="fine">${size}, ${view.texts.from(product.place)}</p>
<p class="price">${writePrice(product.price, view)}</p>
${addForm(view, product, '/', view.texts.addShort)}
</li>`;
}

/** The front page, with all products. */
export function homePage(view: View, added: Product | undefined): string {
  const { texts } = view;
  const main = html`
${addedNotice(view, added)}
<section class="hero">
<div class="width">
<div class="hero-words">
<h1>${texts.heroTitle}</h1>
<p>${texts.heroText}</p>
<a class="button button-light" href="#goods">${texts.heroLink}</a>
</div>
<img class="hero-drawing" src="/drawings/hero.svg" width="640" height="520" alt="">
</div>
</section>
<section class="width" id="goods" aria-labelledby="goods-title">
<h2 id="goods-title">${texts.goods}</h2>
<ul class="cards">${PRODUCTS.map((product) => card(view, product))}</ul>
</section>`;
  return layout(view, '', main);
}
