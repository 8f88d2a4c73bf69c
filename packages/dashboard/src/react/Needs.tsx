import type { Attention } from '@tsena/shared/merchant';
import { useRef } from 'react';
import { NO_FILTER } from '../core/filter.ts';
import { writeRoute } from '../core/route.ts';
import { useTexts } from './desk.ts';
import { PaymentNeed } from './PaymentNeed.tsx';
import { WebhookNeed } from './WebhookNeed.tsx';

/** What needs a person, each with what can be done about it. */
export function Needs({ attention }: { readonly attention: Attention }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const { payments, webhooks, counts } = attention;
  const shown = payments.length + webhooks.length;
  // What was done takes its item away; the focus goes to where the list begins.
  const done = () => heading.current?.focus();

  return (
    <>
      <h2 id="needs" ref={heading} tabIndex={-1}>
        {t('needs.title')}
        {shown > 0 ? <span className="count">{payments.length + counts.deadWebhooks}</span> : null}
      </h2>
      {shown === 0 ? (
        <p className="calm">{t('needs.none')}</p>
      ) : (
        <ul className="plain tasks">
          {payments.map((payment) => (
            <li key={payment.id}>
              <PaymentNeed payment={payment} onDone={done} />
            </li>
          ))}
          {webhooks.map((webhook) => (
            <li key={webhook.id}>
              <WebhookNeed webhook={webhook} onDone={done} />
            </li>
          ))}
        </ul>
      )}
      {hasMore(attention) ? (
        <p>
          <a href={writeRoute({ page: 'payments', filter: { ...NO_FILTER, attention: true } })}>{t('needs.more')}</a>
        </p>
      ) : null}
    </>
  );
}

/** A payment may count under several reasons, so that only more of one reason than is shown tells of more. */
function hasMore({ counts, payments }: Attention): boolean {
  const { deadWebhooks: _deadWebhooks, ...reasons } = counts;
  return Math.max(...Object.values(reasons)) > payments.length;
}
