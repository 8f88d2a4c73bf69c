// The closest twin: MBWay of adyen-web, a phone number and then a prompt on the phone, as its own manual mounts it.
import { AdyenCheckout, MBWay } from '@adyen/adyen-web';
import '@adyen/adyen-web/styles/adyen.css';

const { api, session } = document.currentScript.dataset;

AdyenCheckout({
  environment: 'test',
  clientKey: 'test_ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  countryCode: 'PT',
  locale: 'en-US',
  amount: { value: 2500, currency: 'EUR' },
  analytics: { enabled: false },
  risk: { enabled: false },
  _environmentUrls: { api, analytics: api, cdn: { images: api, translations: api } },
  session: { id: session, sessionData: 'a-session' },
}).then((checkout) => new MBWay(checkout).mount('#pay'));
