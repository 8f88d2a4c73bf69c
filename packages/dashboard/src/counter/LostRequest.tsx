import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import type { TakeRequest } from './counterApi.ts';
import { isSendable } from './requestAge.ts';

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
  const { t, money, time } = useTexts();
  const isOld = !isSendable(request);
  return (
    <div className="outcome stack" role="status" data-view="unresolved">
      <p className="sign" aria-hidden="true">
        ?
      </p>
      <h1>{t('take.lost')}</h1>
      <p className="total">{money(request.body.amount)}</p>
      {request.at === 0 ? null : <p>{time(new Date(request.at).toISOString())}</p>}
      <p>{t('take.lost.known')}</p>
      <p>{t(isOld ? 'take.lost.old' : 'take.lost.ask')}</p>
      <div className="buttons">
        {isOld ? null : (
          <Button look="primary" onClick={onSend}>
            {t('take.lost.send')}
          </Button>
        )}
        <Button onClick={onForget}>{t('take.lost.forget')}</Button>
      </div>
    </div>
  );
}
