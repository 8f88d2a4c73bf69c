import { FactList } from '@tsena/dashboard/shared/FactList.tsx';
import { formatMsisdn } from '@tsena/shared';
import { Applications } from './Applications.tsx';
import { usePortal } from './portalContext.ts';
import { SettingsBlock } from './SettingsBlock.tsx';
import { translate } from './texts.ts';

/** The same one as long as the page is open, so that an update does not change what someone copies. */
const orderTokenSecret = [...crypto.getRandomValues(new Uint8Array(24))]
  .map((byte) => byte.toString(16).padStart(2, '0'))
  .join('');

/** How a client connects to this sandbox, and the applications of the operator's portal. */
export function Connect() {
  const { service, dialect, accounts, consumerKeys, hasDefaultSecret } = usePortal().data.sandbox;
  const [payer, merchant] = accounts;
  const settings = [
    `OPERATOR_BASE_URL=${location.origin}`,
    `OPERATOR_SERVICE=${service}`,
    `CONSUMER_KEY=${consumerKeys[0] ?? ''}`,
    `CONSUMER_SECRET=${hasDefaultSecret ? 'sandbox-secret' : '…'}`,
    'PARTNER_NAME=My shop',
    `PARTNER_MSISDN=${merchant?.msisdn ?? ''}`,
    `ORDER_TOKEN_SECRET=${orderTokenSecret}`,
  ];
  return (
    <>
      <p>
        {translate(
          hasDefaultSecret
            ? 'These are all the settings that a companion needs. Write them to its .env file. ORDER_TOKEN_SECRET is new: your shop signs its orders with it.'
            : 'These are all the settings that a companion needs. Write them to its .env file. CONSUMER_SECRET is the secret that the sandbox was started with.',
        )}
      </p>
      <SettingsBlock label={translate('Settings of a companion')} lines={settings} />
      <FactList
        facts={[
          [translate('Base address'), location.origin],
          [
            translate('Production'),
            translate('{1}, with production keys of an application', `${location.origin}/production`),
          ],
          [translate('Token'), translate('{1} with Basic credentials', 'POST /token')],
          [translate('Scope'), `EXT_INT_${service.toUpperCase()}_SCOPE`],
          [translate('Payments'), `/${service}/mm/transactions/type/merchantpay/1.0.0/`],
          [translate('Consumer keys'), consumerKeys.join(', ')],
          [translate('Test numbers'), accounts.map(({ msisdn }) => formatMsisdn(msisdn)).join(', ')],
          [
            translate('Dialect'),
            translate(
              dialect === 'spec'
                ? 'spec: follows the interface document'
                : 'live: follows the recorded behaviour of the real service',
            ),
          ],
        ]}
      />
      <p className="hint">
        {translate('Pay from {1}, then approve the payment on this page.', formatMsisdn(payer?.msisdn ?? ''))}
      </p>
      <Applications />
    </>
  );
}
