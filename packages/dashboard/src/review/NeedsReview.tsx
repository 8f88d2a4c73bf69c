import {
  type Delivery,
  type Merchant,
  type PaymentPage,
  paymentPageSchema,
  webhookPageSchema,
} from '@tsena/shared/merchant';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { NO_FILTER, paymentsAddress } from '../core/filter.ts';
import { ScopeNote } from '../shared/Allowed.tsx';
import { Button } from '../shared/Button.tsx';
import { useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { Loaded } from '../shared/Loaded.tsx';
import { useLiveQuery } from '../shared/useLiveQuery.ts';
import { FailedWebhook } from '../webhooks/FailedWebhook.tsx';
import { PaymentReview } from './PaymentReview.tsx';
import { groupPayments, groupWebhooks } from './reviewGroups.ts';

/** More items would push the other cards far down. */
const SHOWN_AT_FIRST = 3;

/** The payments that need review and the failed webhooks, each with its actions. */
export function NeedsReview() {
  const { merchant } = useDashboard();
  const payments = useLiveQuery(paymentPageSchema, '/payments?needsReview=true&limit=50');
  const webhooks = useLiveQuery(webhookPageSchema, '/webhooks?status=failed&limit=50');
  return (
    <section className="card needs-review" aria-labelledby="needs-review">
      <Loaded query={payments}>
        {(found) => (
          <Loaded query={webhooks}>
            {(failed) => <ReviewList payments={found} webhooks={failed} merchant={merchant} />}
          </Loaded>
        )}
      </Loaded>
    </section>
  );
}

interface ReviewListProps {
  readonly payments: PaymentPage;
  readonly webhooks: z.output<typeof webhookPageSchema>;
  readonly merchant: Merchant;
}

function ReviewList({ payments, webhooks, merchant }: ReviewListProps) {
  const { t } = useTexts();
  const isAllowed = useAllowed('operate');
  const heading = useRef<HTMLHeadingElement>(null);
  const [isExpanded, setIsExpanded] = useState(false);
  // A webhook that was sent again stays until the shop has accepted it.
  const [sentAgain, setSentAgain] = useState<readonly Delivery[]>([]);
  const shownWebhooks = [
    ...sentAgain,
    ...webhooks.data.filter(({ id }) => !sentAgain.some((sent) => sent.id === id)),
  ].sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
  const paymentGroups = groupPayments(payments.data);
  const webhookGroups = groupWebhooks(shownWebhooks);
  const listed = payments.data.length + shownWebhooks.length;
  const groups = paymentGroups.length + webhookGroups.length;
  const limit = isExpanded ? groups : SHOWN_AT_FIRST;
  const failedWebhooks = webhooks.nextCursor === null ? webhooks.data.length : merchant.failedWebhooks;
  const moreWebhooks = failedWebhooks - webhooks.data.length;
  // The action removes its item from the list, so the focus moves to the heading.
  const focusHeading = () => heading.current?.focus();

  return (
    <>
      <h2 id="needs-review" ref={heading} tabIndex={-1}>
        {t('review.title')}{' '}
        {listed > 0 ? <span className="count">{writeCount(payments, merchant, failedWebhooks)}</span> : null}
      </h2>
      {listed > 0 && !isAllowed ? <ScopeNote needs="operate" /> : null}
      {listed === 0 ? (
        <p className="muted">{t('review.none')}</p>
      ) : (
        <ul className="plain records">
          {paymentGroups.slice(0, limit).map((group) => (
            <li key={`${group.length > 1} ${group.at(-1)?.id}`}>
              <PaymentReview payments={group} onDone={focusHeading} />
            </li>
          ))}
          {webhookGroups.slice(0, Math.max(0, limit - paymentGroups.length)).map((group) => (
            <li key={group.at(-1)?.id}>
              <FailedWebhook
                webhooks={group}
                onSent={() => setSentAgain((sent) => [...sent.filter(({ id }) => !hasId(group, id)), ...group])}
                onDelivered={() => setSentAgain((sent) => sent.filter(({ id }) => !hasId(group, id)))}
              />
            </li>
          ))}
        </ul>
      )}
      {groups > limit ? (
        <Button look="wide" onClick={() => setIsExpanded(true)}>
          {t('review.all', { n: groups })}
        </Button>
      ) : null}
      {payments.nextCursor === null ? null : (
        <p>
          <a href={paymentsAddress({ ...NO_FILTER, needsReview: true })}>{t('review.morePayments')}</a>
        </p>
      )}
      {moreWebhooks > 0 ? <p className="muted">{t('review.moreWebhooks', { n: moreWebhooks })}</p> : null}
    </>
  );
}

function hasId(webhooks: readonly Delivery[], id: string): boolean {
  return webhooks.some((webhook) => webhook.id === id);
}

/**
 * How many items need review. A payment can have several reasons, so beyond the first page the count is a lower bound:
 * `120+`.
 */
function writeCount(payments: PaymentPage, { reviewCounts }: Merchant, failedWebhooks: number): string {
  if (payments.nextCursor === null) return String(payments.data.length + failedWebhooks);
  return `${Math.max(payments.data.length, ...Object.values(reviewCounts)) + failedWebhooks}+`;
}
