import type { Delivery } from '@tsena/shared/merchant';
import { useTexts } from '../shared/dashboardContext.ts';
import { Replay } from './Replay.tsx';
import { WebhookReason } from './WebhookReason.tsx';

interface FailedWebhookProps {
  /** One webhook, or several with the same last error. */
  readonly webhooks: readonly [Delivery, ...Delivery[]];
  readonly onSent: () => void;
  readonly onDelivered: () => void;
}

/** Failed webhooks with their last error and a button that sends them again. */
export function FailedWebhook({ webhooks, onSent, onDelivered }: FailedWebhookProps) {
  const { t, time, moment } = useTexts();
  const [webhook] = webhooks;
  const oldest = webhooks.at(-1) ?? webhook;
  const isGroup = webhooks.length > 1;
  return (
    <article className="tight review">
      <div className="head">
        <h3>
          {isGroup ? (
            t('group.webhooks', { n: webhooks.length })
          ) : (
            <a href={`#/payments/${webhook.paymentId}`}>{webhook.order}</a>
          )}
        </h3>
      </div>
      <p className="muted">
        {isGroup ? t('group.since', { from: moment(oldest.createdAt) }) : time(webhook.createdAt)}
      </p>
      <p className="reason">
        {isGroup ? t('review.webhooks') : t('review.webhook', { type: t(`webhook.${webhook.type}`) })}
      </p>
      <div className="reason">
        <WebhookReason webhook={webhook} />
      </div>
      <div className="actions">
        <Replay webhooks={webhooks} onSent={onSent} onDelivered={onDelivered} />
      </div>
    </article>
  );
}
