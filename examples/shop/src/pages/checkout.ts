import type { Order } from '../orders.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { orderLines } from './order.ts';
import type { View } from './view.ts';

/** The checkout page, with the script tag. The widget renders in the tag's place. */
export function checkoutPage(view: View, order: Order, orderToken: string, companionUrl: string): string {
  const { texts, language } = view;
  const main = html`<div class="width columns">
<section>
<h1>${texts.payTitle}</h1>
<div class="pay">
<script async src="${companionUrl}/v1/checkout.js" data-order-token="${orderToken}" data-locale="${language}"></script>
<p class="pay-unavailable" role="alert" hidden>${texts.payUnavailable} <a href="">${texts.payReload}</a></p>
<noscript><p>${texts.payNoScript}</p></noscript>
</div>
</section>
<section class="side">
<p class="fine">${texts.order} <a href="/orders/${order.reference}">${order.reference}</a></p>
${orderLines(view, order)}
<p class="change"><a href="/cart">${texts.changeOrder}</a></p>
</section>
</div>`;
  // Not deferred: it must run before the widget's script can fail.
  return layout(view, texts.payTitle, main, html`<script src="/checkout.js"></script>`);
}
