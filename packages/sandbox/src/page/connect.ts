import { createElement, getById } from './dom.ts';
import { formatMsisdn } from './format.ts';
import type { SandboxView } from './views.ts';

/** Shows how a client connects to this sandbox. */
export function showConnect({ service, dialect, accounts, consumerKeys }: SandboxView): void {
  const [payer, merchant] = accounts;
  const settings = [
    `OPERATOR_BASE_URL=${location.origin}`,
    `OPERATOR_SERVICE=${service}`,
    `CONSUMER_KEY=${consumerKeys[0] ?? ''}`,
    'CONSUMER_SECRET=…',
    `PARTNER_MSISDN=${merchant?.msisdn ?? ''}`,
  ];
  const facts: readonly (readonly [string, string])[] = [
    ['Base address', location.origin],
    ['Production', `${location.origin}/production, with production keys of an application`],
    ['Token', 'POST /token with Basic credentials'],
    ['Scope', `EXT_INT_${service.toUpperCase()}_SCOPE`],
    ['Payments', `/${service}/mm/transactions/type/merchantpay/1.0.0/`],
    ['Consumer keys', consumerKeys.join(', ')],
    ['Test numbers', accounts.map(({ msisdn }) => formatMsisdn(msisdn)).join(', ')],
    ['Dialect', dialect === 'spec' ? 'spec: follows the interface document' : 'live: follows the recorded behaviour of the real service'],
  ];
  getById('connect-facts', HTMLElement).replaceChildren(
    createElement(
      'p',
      { class: 'lead' },
      'Use these settings in a companion. CONSUMER_SECRET is the secret that the sandbox was started with. The default is sandbox-secret.',
    ),
    createElement('pre', { tabindex: '0', 'aria-label': 'Settings of a companion' }, settings.join('\n')),
    createElement(
      'dl',
      { class: 'pairs facts' },
      ...facts.map(([term, value]) => createElement('div', {}, createElement('dt', {}, term), createElement('dd', {}, value))),
    ),
    createElement('p', { class: 'hint' }, `Pay from ${formatMsisdn(payer?.msisdn ?? '')}, then approve the payment on this page.`),
  );
}
