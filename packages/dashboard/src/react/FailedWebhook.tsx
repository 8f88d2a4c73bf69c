import type { Delivery } from '@tsena/shared/merchant';
import { writeRoute } from '../core/route.ts';
import { useTexts } from './dashboardContext.ts';
import { ReplayButton } from './ReplayButton.tsx';

/** A failed webhook with its last error and a button that delivers it again. */
export function FailedWebhook({ webhook, onDone }: { readonly webhook: Delivery; readonly onDone: () => void }) {
  const { t, time } = useTexts();
  return (
    <article className="review">
      <div className="head">
        <h3>
          <a href={writeRoute({ page: 'payment', id: webhook.paymentId })}>{webhook.order}</a>
        </h3>
      </div>
      <p className="muted">{time(webhook.createdAt)}</p>
      <p className="reason">
        {t('review.webhook', { type: t(`webhook.${webhook.type}`) })}{' '}
        {webhook.lastError === null ? null : t('review.webhookError', { error: webhook.lastError })}
      </p>
      <div className="actions">
        <ReplayButton webhook={webhook} onDone={onDone} />
      </div>
    </article>
  );
}
