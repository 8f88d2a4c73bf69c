import type { Delivery } from '@tsena/shared/merchant';
import { Reason } from '../reasons/Reason.tsx';
import { describeReason } from '../reasons/reasons.ts';
import { useTexts } from '../shared/dashboardContext.ts';

/** Why the shop did not accept a webhook, and what its server answered each time, for keys that may know it. */
export function WebhookReason({ webhook }: { readonly webhook: Pick<Delivery, 'lastError' | 'failedAttempts'> }) {
  const texts = useTexts();
  const { t, time } = texts;
  const { lastError, failedAttempts } = webhook;
  if (failedAttempts === null || failedAttempts.length === 0) return <Reason of="webhook" raw={lastError} />;
  return (
    <>
      {lastError === null ? null : describeReason('webhook', lastError, texts)}
      <details className="technical">
        <summary className="hint">{t('answers.title')}</summary>
        <ul className="plain answers">
          {failedAttempts.toReversed().map(({ at, ms, status, body, error }) => (
            <li key={`${at} ${ms}`}>
              <p className="hint">
                {time(at, 'to the second')} · {status === null ? error : t('answers.status', { status })} · {ms} ms
              </p>
              {body === null ? null : <code>{body === '' ? t('answers.empty') : body}</code>}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
