import type { Delivery } from '@tsena/shared/merchant';
import type { Translator } from '../core/texts.ts';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { Replay } from './Replay.tsx';
import { WebhookReason } from './WebhookReason.tsx';

/** The webhooks of a payment and their delivery status. */
export function WebhookDeliveries({ webhooks }: { readonly webhooks: readonly Delivery[] }) {
  const texts = useTexts();
  const { t } = texts;
  const { merchant } = useDashboard();
  return (
    <section className="card" aria-labelledby="deliveries">
      <h2 id="deliveries">{t('deliveries.title')}</h2>
      {webhooks.length === 0 ? (
        <p className="muted">{t(merchant.webhooksEnabled ? 'deliveries.none' : 'deliveries.off')}</p>
      ) : (
        <ul className="plain records">
          {webhooks.map((webhook) => (
            <li key={webhook.id} className="tight">
              <p>
                <strong className="capital">{t(`webhook.${webhook.type}`)}</strong>
                <span className="muted"> · {describeDelivery(webhook, texts)}</span>
              </p>
              {(webhook.status === 'delivered' || webhook.lastError === null) &&
              !webhook.failedAttempts?.length ? null : (
                <div className="hint">
                  <WebhookReason webhook={webhook} />
                </div>
              )}
              <div className="actions">
                <Replay webhooks={[webhook]} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function describeDelivery(delivery: Delivery, { t, moment, count }: Translator): string {
  const { status, nextAttemptAt, deliveredAt, deliveryAttempts } = delivery;
  if (status === 'delivered')
    return t('delivery.delivered', { time: deliveredAt === null ? '–' : moment(deliveredAt) });
  if (status === 'failed') return count('delivery.failed', deliveryAttempts);
  return t('delivery.pending', { time: nextAttemptAt === null ? '–' : moment(nextAttemptAt) });
}
