import { useQuery } from '@tanstack/react-query';
import type { LinkId } from '@tsena/shared/checkout';
import { linkSchema, type MerchantPayment, paymentPageSchema } from '@tsena/shared/merchant';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import { linkPaymentsPath } from '../core/filter.ts';
import { Button } from '../shared/Button.tsx';
import { ConnectionNotice } from '../shared/ConnectionNotice.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { QueryFallback } from '../shared/Loaded.tsx';
import { useLiveQuery } from '../shared/useLiveQuery.ts';
import { PaidNotice } from './PaidNotice.tsx';
import { playPaidSound } from './paidSound.ts';

/** How often the payments are read again while no changes arrive. */
const POLL_INTERVAL_MS = 3000;
/** For so long a prompt may be open on the customer's phone. */
const PROMPT_MS = 3 * 60_000;

/**
 * A link's QR code for a counter. It turns into "paid" when the companion reports a completed payment of this link, so
 * that the seller need not believe an SMS that the customer shows.
 */
export function Counter({ id }: { readonly id: LinkId }) {
  const { t, money } = useTexts();
  const { api, live, merchant } = useDashboard();
  const link = useLiveQuery(linkSchema, `/links/${id}`);
  const code = useQuery({ queryKey: ['qr', id], queryFn: () => readQrCode(api, id), staleTime: 'static' });
  const payments = useLiveQuery(paymentPageSchema, linkPaymentsPath(id), {
    refetchInterval: live.isLive ? live.refreshMs : POLL_INTERVAL_MS,
  });
  const { refetch } = payments;
  // At once, while the other data waits for its turn.
  useEffect(() => live.onChange(() => void refetch()), [live, refetch]);

  // What was paid before this counter opened, or was shown already, belongs to other customers of a reusable link.
  const [seen, setSeen] = useState<ReadonlySet<string> | null>(null);
  const all = payments.data?.data;
  const isReusable = link.data?.reusable;
  if (seen === null && all !== undefined && isReusable !== undefined) {
    setSeen(new Set(isReusable ? all.filter(isPaid).map((payment) => payment.id) : []));
  }
  const paid = seen === null ? undefined : all?.findLast((payment) => isPaid(payment) && !seen.has(payment.id));
  const isPaying = all?.some(hasPromptNow) ?? false;

  const [hasSound, setHasSound] = useState(false);
  const paidId = paid?.view === 'paid' ? paid.id : undefined;
  const withSound = useRef(hasSound);
  withSound.current = hasSound;
  useEffect(() => {
    if (paidId !== undefined && withSound.current) playPaidSound();
  }, [paidId]);

  return (
    <section className="counter" data-paid={paid?.view === 'paid'} aria-label={t('counter.scan')}>
      <div className="title">
        <a className="button" href={`#/links/${id}`}>
          {t('counter.close')}
        </a>
        <label className="option">
          <input
            type="checkbox"
            checked={hasSound}
            onChange={(event) => {
              setHasSound(event.target.checked);
              // Browsers allow sound only after a press.
              if (event.target.checked) playPaidSound();
            }}
          />
          {t('counter.sound')}
        </label>
      </div>
      <ConnectionNotice />
      {link.data === undefined || all === undefined ? (
        <QueryFallback query={link.data === undefined ? link : payments} />
      ) : paid !== undefined ? (
        <PaidNotice payment={paid}>
          {isReusable ? (
            <Button onClick={() => setSeen(new Set([...(seen ?? []), paid.id]))}>{t('counter.next')}</Button>
          ) : null}
        </PaidNotice>
      ) : link.data.status === 'active' ? (
        <>
          <p className="partner">{merchant.partnerName}</p>
          <h1 className="total">{money(link.data.amount)}</h1>
          {link.data.description === null ? null : <p>{link.data.description}</p>}
          {code.data === undefined ? (
            <QueryFallback query={code} />
          ) : (
            <img className="qr" src={code.data} alt={t('counter.qr')} />
          )}
          <p role="status">{t(isPaying ? 'counter.waiting' : 'counter.scan')}</p>
        </>
      ) : (
        <p role="status">{t('counter.unusable', { status: t(`link.status.${link.data.status}`) })}</p>
      )}
    </section>
  );
}

/** A link's QR code as an address of an image: the page's policy allows images in data addresses. */
async function readQrCode({ send }: Api, id: LinkId): Promise<string> {
  return `data:image/svg+xml,${encodeURIComponent(await (await send(`/links/${id}/qr.svg`)).text())}`;
}

/** Whether its payer may be typing the secret code now. A request that nobody answered can stay pending for days. */
function hasPromptNow({ view, createdAt, serverTime }: MerchantPayment): boolean {
  return view === 'waiting' && Date.parse(serverTime) - Date.parse(createdAt) < PROMPT_MS;
}

function isPaid({ view }: MerchantPayment): boolean {
  return view === 'paid' || view === 'paid_twice';
}
