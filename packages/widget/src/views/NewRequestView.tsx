import { isFinal, type Payment } from '@tsena/shared/checkout';
import type { ReactNode } from 'react';
import type { PaymentLinks } from '../core/paymentLinks.ts';
import { formatSeconds } from '../core/serverClock.ts';
import { useTexts } from './context.ts';
import { Button } from './controls.tsx';

/** From when on a payer may doubt the number, ms. */
const LATE_AFTER_MS = 15_000;

/** Whether a payer has waited long enough to doubt the number. */
export function isLateAfter({ createdAt }: Payment, nowMs: number): boolean {
  return nowMs - Date.parse(createdAt) >= LATE_AFTER_MS;
}

interface NewRequestViewProps {
  payment: Payment;
  /** When another request may be sent; null if the time is not known. */
  seconds: number | null;
  /** See {@link isLateAfter}. */
  isLate: boolean;
  /** See {@link PaymentContent}. */
  reference: ReactNode;
  links?: PaymentLinks | undefined;
  /** Whether the payer has typed the secret code. */
  hasTyped?: boolean;
  onYes?: (() => void) | undefined;
  onNo?: (() => void) | undefined;
  /** Takes “yes” back. */
  onBack?: () => void;
}

/**
 * Another request for a payment without a result: when it may be sent, and the question that comes before it, for an
 * approval may take longer to be reported than an unanswered prompt takes to end.
 */
export function NewRequestView(props: NewRequestViewProps) {
  const { payment, seconds, isLate, reference, links, hasTyped = false, onYes, onNo, onBack } = props;
  const { t } = useTexts();
  const time = seconds !== null && <p>{t('retryIn', { time: formatSeconds(seconds) })}</p>;
  if (payment.retryable && hasTyped) {
    return (
      <div className="late">
        <p>{t('unresolved.ask')}</p>
        <Button onClick={onBack}>{t('typed.back')}</Button>
      </div>
    );
  }
  if (payment.retryable)
    return <SecretCodeQuestion yes={links?.reference} no={links?.retry} onYes={onYes} onNo={onNo} />;
  if (payment.view === 'unresolved') {
    return (
      <div className="late">
        <h3>{t('unresolved.noSms')}</h3>
        <p>{t(time ? 'unresolved.wait' : 'unresolved.ask')}</p>
        {time}
      </div>
    );
  }
  if (isFinal(payment.status)) return <p>{t('unresolved.ask')}</p>;
  if (reference !== null) return <div className="late">{reference}</div>;
  if (!isLate || !time) return null;
  return (
    <div className="late">
      <h3>{t('wrongNumber.title')}</h3>
      {time}
    </div>
  );
}

interface SecretCodeQuestionProps {
  /** Where the answers lead without a script. */
  yes?: string | undefined;
  no?: string | undefined;
  onYes?: (() => void) | undefined;
  onNo?: (() => void) | undefined;
}

/** The question before another request. */
export function SecretCodeQuestion({ yes, no, onYes, onNo }: SecretCodeQuestionProps) {
  const { t } = useTexts();
  return (
    <div className="late">
      <h3>{t('typed.title')}</h3>
      <Button href={yes} onClick={onYes}>
        {t('typed.yes')}
      </Button>
      <Button href={no} onClick={onNo}>
        {t('typed.no')}
      </Button>
    </div>
  );
}
