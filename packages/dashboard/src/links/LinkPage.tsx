import type { LinkId } from '@tsena/shared/checkout';
import { PaymentList } from '../payments/PaymentList.tsx';
import { BackLink } from '../shared/BackLink.tsx';
import { Button } from '../shared/Button.tsx';
import { Disclosure } from '../shared/Disclosure.tsx';
import { useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ErrorText } from '../shared/ErrorText.tsx';
import { FactList } from '../shared/FactList.tsx';
import { QueryFallback } from '../shared/QueryFallback.tsx';
import { useAction } from '../shared/useAction.ts';
import { useLiveQuery } from '../shared/useLiveQuery.ts';
import { LinkBadge } from './LinkBadge.tsx';
import { linkFacts } from './linkFields.tsx';
import { ShareLink } from './ShareLink.tsx';

/** One payment link: share it, show its QR code, cancel it, and the payments that began with it. */
export function LinkPage({ id }: { readonly id: LinkId }) {
  const texts = useTexts();
  const { t, money } = texts;
  const { api } = useDashboard();
  const isAllowed = useAllowed('operate');
  const query = useLiveQuery(['link', id], () => api.link(id));
  const payments = useLiveQuery(['link payments', id], () => api.linkPayments(id));
  const link = query.data;
  return (
    <div className="page split">
      <BackLink to="#/links">{t('link.back')}</BackLink>
      {link === undefined ? (
        <QueryFallback query={query} />
      ) : (
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
            <Disclosure title={t('link.cancel')}>{() => <Cancellation id={id} />}</Disclosure>
          ) : null}
          <FactList facts={linkFacts(link, texts)} />
        </section>
      )}
      <section className="card link-payments whole" aria-labelledby="link-payments">
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

/** What follows when the link is cancelled, and the button that does it. It leaves with the link's status. */
function Cancellation({ id }: { readonly id: LinkId }) {
  const { t } = useTexts();
  const { api } = useDashboard();
  const cancel = useAction(
    () => api.cancelLink(id),
    () => t('link.cancelled'),
  );
  return (
    <div className="inset stack">
      <p>{t('link.cancelHint')}</p>
      <Button look="danger" isBusy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
        {t('link.cancelSure')}
      </Button>
      <ErrorText error={cancel.error} />
    </div>
  );
}
