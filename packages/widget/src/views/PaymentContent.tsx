import { isFinal, isOpenView, type Payment, type PaymentView } from '@tsena/shared/checkout';
import type { ReactNode } from 'react';
import type { PaymentLinks } from '../core/paymentLinks.ts';
import type { Translator } from '../core/texts.ts';
import { Contact } from './Contact.tsx';
import { useTexts } from './context.ts';
import { Button, Heading, type IconName, ReturnLink } from './controls.tsx';
import { type KeptReceipt, Receipt } from './Receipt.tsx';

export interface PaymentContentProps extends KeptReceipt {
  payment: Payment;
  returnUrl: string | null;
  /** The {@link WaitingView} of a request that may be on the phone. */
  waiting: ReactNode;
  /** The form for the operator's reference, or the way to it; null if the payment takes none. */
  reference: ReactNode;
  /** Another request, where the payment has no result: a {@link NewRequestView}. */
  newRequest: ReactNode;
  /** Why the page takes no new payment, and what that means, in words; null: it takes one, or does not say why not. */
  closed?: string | null | undefined;
  /** On a hosted page. */
  links?: PaymentLinks | undefined;
  /** Starts another attempt. Default: the link does. */
  onRetry?: () => void;
  /** Follows the first sentence. */
  messages?: ReactNode;
}

/** The icon of each view. */
export const ICONS: Readonly<Record<PaymentView, IconName>> = {
  waiting: 'phone',
  confirming: 'question',
  unresolved: 'question',
  review: 'question',
  paid: 'tick',
  refunded: 'tick',
  paid_twice: 'question',
  paid_by_another: 'tick',
  failed: 'cross',
};

/** The views after which a shopper can go on in the shop. */
const ENDS: ReadonlySet<PaymentView> = new Set(['paid', 'refunded', 'paid_twice', 'paid_by_another', 'failed']);

/** What is true of a payment, as the companion says it. What differs with and without a script are its parts. */
export function PaymentContent(props: PaymentContentProps) {
  const { payment, returnUrl, waiting, reference, newRequest, closed, links, onRetry, messages, ...kept } = props;
  const { t } = useTexts();
  const { view, partnerName: partner } = payment;
  if (view === 'waiting' && !isFinal(payment.status)) return waiting;
  // This one has a result, and another payment of the order has none.
  const subject = view === 'waiting' ? 'other' : view;
  const lead = view === 'unresolved' && reference === null ? 'unresolved.show' : (`${subject}.lead` as const);
  const isClosed = view === 'failed' && closed;
  const mayRetry = view === 'failed' && payment.retryable && !closed;
  return (
    <>
      <Heading icon={ICONS[view]} title={t(`${subject}.title`)}>
        {isClosed ? closed : <Lead payment={payment} text={t(lead, { partner })} />}
      </Heading>
      {messages}
      {reference}
      {hasReceipt(payment) && <Receipt payment={payment} {...kept} />}
      {view === 'paid' && kept.isKept && <p className="small keep">{t('paid.keep')}</p>}
      {view === 'paid_by_another' && links?.receipt && <Button href={links.receipt}>{t('paid.receipt')}</Button>}
      {isOpenView(view) && newRequest}
      {mayRetry && (
        <Button main href={links?.retry} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
      {(view !== 'paid' || kept.isKept) && <Contact />}
      {ENDS.has(view) && <ReturnLink url={returnUrl} main={!mayRetry} />}
    </>
  );
}

/** The first sentence: the companion's where it is about this payment alone. */
function Lead({ payment, text }: { payment: Payment; text: string }) {
  const texts = useTexts();
  const { view, failure } = payment;
  const isOwn = view === 'failed' || (view === 'review' && failure?.code === 'reference_missing');
  return isOwn ? explainFailure(texts, payment) : text;
}

/** Why a payment is not paid, and what to do if its prompt is still on the phone. */
export function explainFailure({ t, getErrorMessage }: Translator, { failure }: Payment): string {
  return failure ? getErrorMessage(failure.code, failure.message) : t('failed.lead');
}

/** Whether the payment moved money, or may have: the payer and the shop need its data. */
function hasReceipt({ status, view, amountRefunded }: Payment): boolean {
  return (
    status === 'completed' || amountRefunded !== '0' || view === 'paid' || view === 'review' || view === 'confirming'
  );
}
