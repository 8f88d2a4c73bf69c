import { useQuery } from '@tanstack/react-query';
import type { LinkId } from '@tsena/shared/checkout';
import type { Link } from '@tsena/shared/merchant';
import { useState } from 'react';
import { writeRoute } from '../core/route.ts';
import type { Translator } from '../core/texts.ts';
import { writeName } from '../core/writeName.ts';
import { PaymentList } from '../payments/PaymentList.tsx';
import { describeError, useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { FactList } from '../shared/FactList.tsx';
import { QueryFallback } from '../shared/QueryFallback.tsx';
import { useAction } from '../shared/useAction.ts';
import { LinkBadge } from './LinkBadge.tsx';
import { ShareLink } from './ShareLink.tsx';

/** One payment link: share it, show its QR code, cancel it, and the payments that began with it. */
export function LinkPage({ id }: { readonly id: LinkId }) {
  const texts = useTexts();
  const { t, money, time, language } = texts;
  const { api, live } = useDashboard();
  const isAllowed = useAllowed('operate');
  const [isSure, setIsSure] = useState(false);
  const query = useQuery({ queryKey: [language, 'link', id], queryFn: () => api.link(id), refetchInterval: live.refreshMs });
  const payments = useQuery({
    queryKey: [language, 'link payments', id],
    queryFn: () => api.linkPayments(id),
    refetchInterval: live.refreshMs,
  });
  const cancel = useAction(
    () => api.cancelLink(id),
    () => t('link.cancelled'),
    () => setIsSure(false),
  );
  const link = query.data;
  return (
    <div className="payment">
      <p className="back">
        <a href={writeRoute({ page: 'links' })}>{t('link.back')}</a>
      </p>
      {link === undefined ? (
        <QueryFallback query={query} />
      ) : (
        <section className="card summary" aria-labelledby="link">
          <div className="head">
            <h1 id="link">{money(link.amount)}</h1>
            <LinkBadge link={link} />
          </div>
          {link.description === null ? null : <p>{link.description}</p>}
          <p className="address">{link.url}</p>
          {link.status === 'active' ? (
            <div className="buttons">
              <ShareLink link={link} />
              <a className="button" href={writeRoute({ page: 'counter', id })}>
                {t('link.showQr')}
              </a>
              {isAllowed ? (
                <button type="button" className="button quiet" aria-expanded={isSure} onClick={() => setIsSure(!isSure)}>
                  {t('link.cancel')}
                </button>
              ) : null}
            </div>
          ) : null}
          {isSure && link.status === 'active' ? (
            <div className="inset stack">
              <p>{t('link.cancelHint')}</p>
              <button
                type="button"
                className="button"
                aria-disabled={cancel.isPending}
                onClick={() => cancel.isPending || cancel.mutate(undefined)}
              >
                {t('link.cancelSure')}
              </button>
            </div>
          ) : null}
          {cancel.error === null ? null : (
            <p className="error" role="alert">
              {describeError(cancel.error, texts)}
            </p>
          )}
          <FactList
            facts={[
              [t('payment.order'), link.order],
              [t('link.created'), `${time(link.createdAt)} · ${writeName(link.createdBy, texts)}`],
              [t('link.expiresAt'), link.expiresAt === null ? null : time(link.expiresAt)],
              [t('link.cancelledAt'), writeCancellation(link, texts)],
            ]}
          />
        </section>
      )}
      <section className="card link-payments" aria-labelledby="link-payments">
        <h2 id="link-payments">{t('link.payments')}</h2>
        {payments.data === undefined ? (
          <QueryFallback query={payments} />
        ) : (
          <PaymentList payments={payments.data.data} empty={t('link.noPayments')} />
        )}
      </section>
    </div>
  );
}

function writeCancellation({ cancelledAt, cancelledBy }: Link, texts: Translator): string | null {
  if (cancelledAt === null) return null;
  return cancelledBy === null ? texts.time(cancelledAt) : `${texts.time(cancelledAt)} · ${writeName(cancelledBy, texts)}`;
}
