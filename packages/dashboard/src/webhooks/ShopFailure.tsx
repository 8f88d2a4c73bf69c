import type { Merchant } from '@tsena/shared/merchant';
import { TechnicalDetails } from '../reasons/Reason.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { WebhookReason } from './WebhookReason.tsx';

/** Says that webhooks wait, since when the shop accepts none, and what it answered last. Nothing while it accepts them. */
export function ShopFailure() {
  const { merchant } = useDashboard();
  return merchant.shopFailure === null ? null : <Notice failure={merchant.shopFailure} />;
}

function Notice({ failure }: { readonly failure: NonNullable<Merchant['shopFailure']> }) {
  const { t, count, clock } = useTexts();
  const { since, waiting, receiver, answered, error, lastAttempt } = failure;
  const isHandler = receiver === 'handler';
  const sentence = isHandler ? 'shop.handler' : answered ? 'shop.refuses' : 'shop.silent';
  return (
    <section className="card tight shop-failure" aria-labelledby="shop-failure" aria-live="polite">
      <h2 id="shop-failure">
        {count('shop.waiting', waiting)} {t(sentence, { time: clock(since) })}
      </h2>
      <div className="reason">
        {isHandler ? (
          <TechnicalDetails raw={error} />
        ) : (
          <WebhookReason webhook={{ lastError: error, failedAttempts: lastAttempt === null ? null : [lastAttempt] }} />
        )}
      </div>
      <p className="muted">{t('shop.orders')}</p>
    </section>
  );
}
