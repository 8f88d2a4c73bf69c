import { countArticles, type Line, MAX_QUANTITY, totalOf } from '../cart.ts';
import { apologyPage } from './apology.ts';
import { html, type Markup } from './html.ts';
import { layout } from './layout.ts';
import { type View, writePrice } from './view.ts';

function setButton(line: Line, quantity: number, sign: string, label: string): Markup {
  return html`<form method="post" action="/cart/quantity">
<input type="hidden" name="slug" value="${line.product.slug}">
<input type="hidden" name="quantity" value="${quantity}">
<button aria-label="${label}"${quantity > MAX_QUANTITY ? html` disabled` : undefined}>${sign}</button>
</form>`;
}

function row(view: View, line: Line): Markup {
  const { texts, language } = view;
  const { name, size } = line.product.text[language];
  const less = line.quantity === 1 ? texts.remove(name) : texts.less(name);
  return html`<li class="row">
<img src="/drawings/${line.product.slug}.svg" width="400" height="400" alt="">
<div class="row-words">
<h2><a href="/products/${line.product.slug}">${name}</a></h2>
<p class="fine">${size}</p>
<div class="stepper" role="group" aria-label="${texts.quantity}: ${name}">
${setButton(line, line.quantity - 1, '−', less)}<span>${line.quantity}</span>${setButton(line, line.quantity + 1, '+', texts.more(name))}
</div>
</div>
<p class="price">${writePrice(line.quantity * line.product.price, view)}</p>
</li>`;
}

/** The totals under the basket and beside the payment form. */
export function totals(view: View, articles: number, total: number): Markup {
  const { texts } = view;
  return html`<dl class="totals">
<div><dt>${texts.articles(articles)}</dt><dd>${writePrice(total, view)}</dd></div>
<div><dt>${texts.collect}</dt><dd>${texts.free}</dd><dd class="fine">${texts.collectText}</dd></div>
<div class="grand"><dt>${texts.total}</dt><dd>${writePrice(total, view)}</dd></div>
</dl>`;
}

/** The basket page. */
export function cartPage(view: View): string {
  const { texts, cart } = view;
  if (cart.length === 0) return apologyPage(view, texts.basketEmpty, texts.basketEmptyText, texts.basket);
  const main = html`<div class="width columns">
<section>
<h1>${texts.basket}</h1>
<ul class="rows">${cart.map((line) => row(view, line))}</ul>
</section>
<section class="side">
${totals(view, countArticles(cart), totalOf(cart))}
<form method="post" action="/orders"><button class="button button-wide">${texts.checkout}</button></form>
<p><a href="/">${texts.continueShopping}</a></p>
</section>
</div>`;
  return layout(view, texts.basket, main);
}
