import type { Mounted } from '@tsena/widget/checkout.js';

// The stub returns nothing, because the script has not run yet.
const mounted: Mounted | undefined = window.Tsena?.mount('#pay', {
  orderToken: 'token',
  locale: 'mg',
  onCompleted: ({ payment }) => console.log(payment.transactionReference),
  onError: ({ problem }) => console.log(problem.code),
});
mounted?.update({ theme: 'dark' });
mounted?.unmount();

// @ts-expect-error no option has this name
Tsena?.mount(document.body, { token: 'token' });
if (Tsena !== undefined && 'scan' in Tsena) Tsena.scan();

const element = document.createElement('tsena-checkout');
element.options = { orderToken: 'token', texts: { retry: 'Again' } };
document.addEventListener('tsena:completed', ({ detail }) => console.log(detail.payment.id));
element.addEventListener('tsena:ready', ({ detail }) => console.log(detail.payment?.amount));
