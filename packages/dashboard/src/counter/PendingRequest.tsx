import { useTexts } from '../shared/dashboardContext.ts';
import { useLostFocus } from '../shared/useLostFocus.ts';
import type { TakeRequest } from './counterApi.ts';
import { textsOf } from './requestTexts.ts';

interface PendingRequestProps {
  readonly request: TakeRequest;
  /** Whether its answer was lost once. */
  readonly isLost: boolean;
}

/** A request that is being sent, by itself. */
export function PendingRequest({ request, isLost }: PendingRequestProps) {
  const { t } = useTexts();
  const heading = useLostFocus();
  const texts = textsOf(request);
  return (
    <div className="outcome stack" role="status" data-view={isLost ? 'unknown' : 'waiting'}>
      <h1 ref={heading} tabIndex={-1}>
        {t(isLost ? 'take.lost' : `${texts}.sending`)}
      </h1>
      {isLost ? <p>{t(`${texts}.do`)}</p> : null}
    </div>
  );
}
