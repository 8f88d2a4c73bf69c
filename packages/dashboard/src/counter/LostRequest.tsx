import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { useLostFocus } from '../shared/useLostFocus.ts';
import type { TakeRequest } from './counterApi.ts';
import { isSendable } from './requestAge.ts';
import { textsOf } from './requestTexts.ts';

interface LostRequestProps {
  readonly request: TakeRequest;
  readonly onSend: () => void;
  readonly onForget: () => void;
}

/**
 * A request whose answer was lost a while ago: the seller says whether it is sent again, because the customer may have
 * gone.
 */
export function LostRequest({ request, onSend, onForget }: LostRequestProps) {
  const { t, labelled, money, time } = useTexts();
  const heading = useLostFocus();
  const { body } = request;
  const texts = textsOf(request);
  const isOld = !isSendable(request);
  return (
    <div className="outcome stack" role="status" data-view="unresolved">
      <p className="sign" aria-hidden="true">
        ?
      </p>
      <h1 ref={heading} tabIndex={-1}>
        {t('take.lost')}
      </h1>
      <p className="total">{money(body.amount)}</p>
      {request.at === 0 ? null : <p>{time(new Date(request.at).toISOString())}</p>}
      {'transactionReference' in body ? <p>{labelled(t('payment.reference'), body.transactionReference)}</p> : null}
      <p>{t(`${texts}.known`)}</p>
      <p>{t(`${texts}.${isOld ? 'old' : 'ask'}`)}</p>
      <div className="buttons">
        {isOld ? null : (
          <Button look="primary" onClick={onSend}>
            {t(`${texts}.send`)}
          </Button>
        )}
        <Button onClick={onForget}>{t('take.lost.forget')}</Button>
      </div>
    </div>
  );
}
