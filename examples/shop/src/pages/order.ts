import { countArticles } from '../cart.ts';
import { type Order, owesRefund, stateOf } from '../orders.ts';
import { totals } from './cart.ts';
import { html, type Markup } from './html.ts';
import { layout } from './layout.ts';
import { type View, writePrice } from './view.ts';

/** The lines of an order. */
export function orderLines(view: View, order: Order): Markup {
  const lines = order.cart.map(
    (line) => html`<li>
<img src="/drawings/${line.product.slug}.svg" width="400" height="400" alt="">
<span>${line.quantity} × ${line.product.text[view.language].name}</span>
<span class="price">${writePrice(line.quantity * line.product.price, view)}</span>
</li>`,
  );
  return html`<ul class="lines">${lines}</ul>${totals(view, countArticles(order.cart), order.total)}`;
}

function stateMarkup(view: View, order: Order): Markup {
  const { texts } = view;
  const checkout = `/checkout/${order.reference}`;
  const current = stateOf(order);
  switch (current.state) {
    case 'open':
      return html`<h1>${texts.orderOpen}</h1>
<p>${texts.orderOpenText}</p>
<p><a class="button" href="${checkout}">${texts.orderPay}</a></p>`;
    case 'checking':
      return html`<h1>${texts.orderChecking}</h1>
<p>${texts.orderCheckingText}</p>
<p><a class="button" href="${checkout}">${texts.orderCheckingLink}</a></p>`;
    case 'refunded':
      return html`<h1>${texts.orderRefunded}</h1>
<p>${texts.orderRefundedText}</p>`;
    case 'paid':
      return html`<h1>${texts.orderPaid}</h1>
<p>${texts.orderPaidText}</p>
${owesRefund(order) ? html`<p><strong>${texts.orderRefund}</strong></p>` : undefined}
${current.transactionReference === null ? undefined : html`<p class="fine">${texts.transaction} ${current.transactionReference}</p>`}`;
  }
}

/** The page of an order: its state and its lines. */
export function orderPage(view: View, order: Order): string {
  const { state } = stateOf(order);
  const main = html`<div class="width columns">
<section class="standing standing-${state}" data-order="${order.reference}" data-state="${state}">
<p class="fine">${view.texts.order} <strong>${order.reference}</strong></p>
${stateMarkup(view, order)}
</section>
<section class="side">${orderLines(view, order)}</section>
</div>`;
  return layout(view, `${view.texts.order} ${order.reference}`, main, html`<script src="/order.js" defer></script>`);
}
