import { checkoutHtml } from '@tsena/node';
import type { Order } from '../orders.ts';
import { html, Markup } from './html.ts';
import { layout } from './layout.ts';
import { orderLines } from './order.ts';
import type { View } from './view.ts';

/**
 * The checkout page: the payment form as HTML, which works at once, and the script that puts the widget in its place.
 */
export function checkoutPage(view: View, order: Order, orderToken: string, companionUrl: string): string {
  const { texts, language } = view;
  const main = html`<div class="width columns">
<section>
<h1 data-paid="${texts.orderPaid}">${texts.payTitle}</h1>
<div class="pay">
${new Markup(checkoutHtml({ orderToken, companionUrl, locale: language }))}
<script async src="${companionUrl}/v1/checkout.js"></script>
</div>
</section>
<section class="side">
<p class="fine">${texts.order} <a href="/orders/${order.reference}">${order.reference}</a></p>
${orderLines(view, order)}
<p class="change"><a href="/cart">${texts.changeOrder}</a></p>
</section>
</div>`;
  // Not deferred: it must listen before the widget's script runs.
  return layout(view, texts.payTitle, main, html`<script src="/checkout.js"></script>`);
}
