import type { ReviewCounts } from '@tsena/shared/merchant';
import { useRef, useState } from 'react';
import { NO_FILTER } from '../core/filter.ts';
import { writeRoute } from '../core/route.ts';
import { useTexts } from './desk.ts';
import { PaymentNeed } from './PaymentNeed.tsx';
import { WebhookNeed } from './WebhookNeed.tsx';

/** More would push the day's takings out of sight. */
const AT_FIRST = 3;

/** What needs a person, each with what can be done about it. */
export function Needs({ attention }: { readonly attention: ReviewCounts }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const [all, setAll] = useState(false);
  const { payments, webhooks, counts } = attention;
  const shown = payments.length + webhooks.length;
  const most = all ? shown : AT_FIRST;
  // What was done takes its item away; the focus goes to where the list begins.
  const done = () => heading.current?.focus();

  return (
    <>
      <h2 id="needs" ref={heading} tabIndex={-1}>
        {t('needs.title')}
        {shown > 0 ? <span className="count">{payments.length + counts.failedWebhooks}</span> : null}
      </h2>
      {shown === 0 ? (
        <p className="calm">{t('needs.none')}</p>
      ) : (
        <ul className="plain tasks">
          {payments.slice(0, most).map((payment) => (
            <li key={payment.id}>
              <PaymentNeed payment={payment} onDone={done} />
            </li>
          ))}
          {webhooks.slice(0, Math.max(0, most - payments.length)).map((webhook) => (
            <li key={webhook.id}>
              <WebhookNeed webhook={webhook} onDone={done} />
            </li>
          ))}
        </ul>
      )}
      {shown > most ? (
        <button type="button" className="button wide" onClick={() => setAll(true)}>
          {t('needs.all', { n: shown })}
        </button>
      ) : null}
      {hasMore(attention) ? (
        <p>
          <a href={writeRoute({ page: 'payments', filter: { ...NO_FILTER, attention: true } })}>{t('needs.more')}</a>
        </p>
      ) : null}
    </>
  );
}

/** A payment may count under several reasons, so that only more of one reason than is shown tells of more. */
function hasMore({ counts, payments }: ReviewCounts): boolean {
  const { failedWebhooks: _deadWebhooks, ...reasons } = counts;
  return Math.max(...Object.values(reasons)) > payments.length;
}
