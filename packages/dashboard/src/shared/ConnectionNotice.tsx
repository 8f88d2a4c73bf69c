import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Button } from './Button.tsx';
import { useTexts } from './dashboardContext.ts';
import { refreshData, useStaleSince } from './useLiveData.ts';

/** Says that the shown data is old, and since when, with a button that reads it again. */
export function ConnectionNotice() {
  const { t, clock } = useTexts();
  const client = useQueryClient();
  const staleSince = useStaleSince();
  const isFetching = useIsFetching() > 0;
  return (
    <div role="status" className="connection">
      {staleSince === null ? null : (
        <div className="title notice">
          <p>{t('connection.away', { time: clock(new Date(staleSince).toISOString()) })}</p>
          <Button isBusy={isFetching} onClick={() => refreshData(client)}>
            {t('connection.refresh')}
          </Button>
        </div>
      )}
    </div>
  );
}
