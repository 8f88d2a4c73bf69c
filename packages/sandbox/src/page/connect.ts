import { byId, element } from './dom.ts';
import { formatMsisdn } from './format.ts';
import type { SandboxView } from './views.ts';

/** How a client reaches this sandbox. */
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
    ['Token', 'POST /token, with Basic credentials'],
    ['Scope', `EXT_INT_${service.toUpperCase()}_SCOPE`],
    ['Payments', `/${service}/mm/transactions/type/merchantpay/1.0.0/`],
    ['Consumer keys', consumerKeys.join(', ')],
    ['Test numbers', accounts.map(({ msisdn }) => formatMsisdn(msisdn)).join(', ')],
    ['Dialect', dialect === 'spec' ? 'spec: the interface document to the letter' : 'live: the service as it is met in the field'],
  ];
  byId('connect-facts', HTMLElement).replaceChildren(
    element(
      'p',
      { class: 'lead' },
      'Settings for a companion. The secret is the one that the sandbox was started with: sandbox-secret unless told otherwise.',
    ),
    element('pre', { tabindex: '0', 'aria-label': 'Settings' }, settings.join('\n')),
    element(
      'dl',
      { class: 'pairs facts' },
      ...facts.map(([term, value]) => element('div', {}, element('dt', {}, term), element('dd', {}, value))),
    ),
    element('p', { class: 'hint' }, `Pay from ${formatMsisdn(payer?.msisdn ?? '')}, approve on this page.`),
  );
}
