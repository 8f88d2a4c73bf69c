import type { Delivery } from '@tsena/shared/merchant';
import { writeRoute } from '../core/route.ts';
import { useTexts } from './desk.ts';
import { Replay } from './Replay.tsx';

/** A webhook that was given up, and the way to send it again. */
export function WebhookNeed({ webhook, onDone }: { readonly webhook: Delivery; readonly onDone: () => void }) {
  const { t, time } = useTexts();
  return (
    <article className="task">
      <div className="head">
        <h3>
          <a href={writeRoute({ page: 'payment', id: webhook.payment })}>{webhook.order}</a>
        </h3>
      </div>
      <p className="soft">{time(webhook.createdAt)}</p>
      <p className="why">
        {t('needs.webhook', { type: t(`hook.${webhook.type}`) })}{' '}
        {webhook.lastError === null ? null : t('needs.webhookError', { error: webhook.lastError })}
      </p>
      <div className="actions">
        <Replay webhook={webhook} onDone={onDone} />
      </div>
    </article>
  );
}
