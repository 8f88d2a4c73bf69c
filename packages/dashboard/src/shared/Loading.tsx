import { useTexts } from './dashboardContext.ts';

/** What stands in place of what is loaded. */
export function Loading() {
  const { t } = useTexts();
  return (
    <p className="loading" role="status">
      {t('app.loading')}
    </p>
  );
}
