import type { Delivery } from '@tsena/shared/merchant';
import type { Translator } from '../core/texts.ts';
import { useTexts } from './desk.ts';
import { Replay } from './Replay.tsx';

/** The webhooks of a payment. */
export function ToldShop({ webhooks }: { readonly webhooks: readonly Delivery[] }) {
  const texts = useTexts();
  const { t } = texts;
  return (
    <section className="card" aria-labelledby="hooks">
      <h2 id="hooks">{t('hooks.title')}</h2>
      {webhooks.length === 0 ? (
        <p className="soft">{t('hooks.none')}</p>
      ) : (
        <ul className="plain hooks">
          {webhooks.map((webhook) => (
            <li key={webhook.id}>
              <p>
                <strong>{t(`hook.${webhook.type}`)}</strong>
                <span className="soft"> · {progressOf(webhook, texts)}</span>
              </p>
              {webhook.state === 'delivered' || webhook.lastError === null ? null : <p className="hint">{webhook.lastError}</p>}
              {webhook.state === 'waiting' && webhook.tries === 0 ? null : (
                <div className="actions">
                  <Replay webhook={webhook} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function progressOf({ state, nextAttemptAt, deliveredAt, tries }: Delivery, { t, time, count }: Translator): string {
  if (state === 'delivered') return t('hook.delivered', { time: deliveredAt === null ? '–' : time(deliveredAt) });
  if (state === 'dead') return count('hook.dead', tries);
  return t('hook.waiting', { time: nextAttemptAt === null ? '–' : time(nextAttemptAt) });
}
