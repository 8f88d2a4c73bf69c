import type { Delivery } from '@tsena/shared/merchant';
import { useEffect, useRef } from 'react';
import { Reason } from '../reasons/Reason.tsx';
import { Button } from '../shared/Button.tsx';
import { useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ErrorText } from '../shared/ErrorText.tsx';
import { useReplay } from './useReplay.ts';

interface ReplayProps {
  /** One webhook, or several with the same error. */
  readonly webhooks: readonly Delivery[];
  readonly onSent?: () => void;
  /** Called a moment after the shop accepted all of them. */
  readonly onDelivered?: () => void;
}

/** For how long "delivered" is shown before the item leaves. */
const DELIVERED_SHOWN_MS = 4000;

/** A button that sends webhooks again, and what became of it: sending, delivered, or failed with the reason. */
export function Replay({ webhooks, onSent, onDelivered }: ReplayProps) {
  const { t, moment } = useTexts();
  const { announce } = useDashboard();
  const { send, isSending, error, isDelivered, failed } = useReplay(webhooks, onSent);
  const leave = useRef(onDelivered);
  leave.current = onDelivered;
  const isUnderWay = webhooks.every(({ status, deliveryAttempts }) => status === 'pending' && deliveryAttempts === 0);
  const isAllowed = useAllowed('operate');
  useEffect(() => {
    if (!isDelivered) return;
    announce(t('replay.delivered'));
    const timer = setTimeout(() => leave.current?.(), DELIVERED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDelivered, announce, t]);

  return (
    <>
      {!isAllowed || isDelivered || (isUnderWay && !isSending && error === null && failed === undefined) ? null : (
        <Button isBusy={isSending} onClick={send}>
          {t(isSending ? 'replay.sending' : webhooks.length > 1 ? 'group.replay' : 'act.replay')}
        </Button>
      )}
      {isDelivered ? <p className="success">{t('replay.delivered')}</p> : null}
      <ErrorText error={error} />
      {failed === undefined ? null : (
        <div className="error" role="alert">
          {t('replay.failed')} <Reason of="webhook" raw={failed.lastError} />
          {failed.nextAttemptAt === null ? null : <p>{t('replay.next', { time: moment(failed.nextAttemptAt) })}</p>}
        </div>
      )}
    </>
  );
}
