import { useDashboard, useTexts } from '../shared/dashboardContext.ts';

/** What an empty list says before the first payment: what comes next. */
export function FirstRun() {
  const { t } = useTexts();
  const { merchant } = useDashboard();
  return (
    <div className="tight">
      <p>
        <strong>{t('latest.none')}</strong>
      </p>
      <p className="muted">{t(merchant.environment === 'sandbox' ? 'firstRun.sandbox' : 'firstRun.production')}</p>
    </div>
  );
}
