// A shop's React app with the built npm entry.

import { Checkout } from '@tsena/widget';
import { createElement as h, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

window.changes = [];
function App() {
  const [clicks, setClicks] = useState(0);
  return h(
    'main',
    null,
    h('button', { type: 'button', id: 'swap', onClick: () => setClicks(clicks + 1) }, 'swap'),
    h(Checkout, {
      orderToken: 'form',
      companionUrl: window.companionUrl,
      locale: 'en',
      className: 'pay',
      onChange: ({ payment }) => window.changes.push(`${clicks}:${payment.status}`),
    }),
  );
}
createRoot(document.querySelector('#app')).render(h(StrictMode, null, h(App)));
