import type { LinkId } from '@tsena/shared/checkout';
import { linkSchema, paymentPageSchema } from '@tsena/shared/merchant';
import { linkPaymentsPath } from '../core/filter.ts';
import { PaymentList } from '../payments/PaymentList.tsx';
import { BackLink } from '../shared/BackLink.tsx';
import { Confirm } from '../shared/Confirm.tsx';
import { useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { FactList } from '../shared/FactList.tsx';
import { Loaded } from '../shared/Loaded.tsx';
import { MoreButton } from '../shared/PagedList.tsx';
import { useLiveQuery } from '../shared/useLiveQuery.ts';
import { usePages } from '../shared/usePages.ts';
import { LinkBadge } from './LinkBadge.tsx';
import { linkFacts } from './linkFields.tsx';
import { ShareLink } from './ShareLink.tsx';

/** One payment link: share it, show its QR code, cancel it, and the payments that began with it. */
export function LinkPage({ id }: { readonly id: LinkId }) {
  const texts = useTexts();
  const { t, money } = texts;
  const { api } = useDashboard();
  const isAllowed = useAllowed('operate');
  const query = useLiveQuery(linkSchema, `/links/${id}`);
  const payments = usePages(paymentPageSchema, linkPaymentsPath(id));
  return (
    <div className="page split">
      <BackLink to="#/links">{t('link.back')}</BackLink>
      <Loaded query={query}>
        {(link) => (
          <section className="card stack summary whole" aria-labelledby="link">
            <div className="head">
              <h1 className="total" id="link">
                {money(link.amount)}
              </h1>
              <LinkBadge link={link} />
            </div>
            {link.description === null ? null : <p>{link.description}</p>}
            <p className="address">{link.url}</p>
            {link.status === 'active' ? (
              <div className="buttons">
                <ShareLink link={link} />
                <a className="button" href={`#/links/${id}/counter`}>
                  {t('link.showQr')}
                </a>
              </div>
            ) : null}
            {isAllowed && link.status === 'active' ? (
              <Confirm
                title={t('link.cancel')}
                sure={t('link.cancelSure')}
                act={() => api.request(linkSchema, `/links/${id}/cancel`, {})}
                done={t('link.cancelled')}
              >
                <p>{t('link.cancelHint')}</p>
              </Confirm>
            ) : null}
            <FactList facts={linkFacts(link, texts)} />
          </section>
        )}
      </Loaded>
      <section className="card link-payments whole" aria-labelledby="link-payments">
        <h2 id="link-payments">{t('link.payments')}</h2>
        <Loaded query={payments.query}>
          {() => <PaymentList payments={payments.items ?? []} empty={t('link.noPayments')} />}
        </Loaded>
        <MoreButton query={payments.query} />
      </section>
    </div>
  );
}
