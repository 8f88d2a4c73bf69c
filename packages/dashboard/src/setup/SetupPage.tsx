import { useTexts } from '../shared/dashboardContext.ts';
import { SetupChecks } from './SetupChecks.tsx';

/** What is set up, what is missing, and what to do next. */
export function SetupPage() {
  const { t } = useTexts();
  return (
    <div className="page setup-page">
      <h1 className="visually-hidden">{t('app.setup')}</h1>
      <SetupChecks />
      <p>
        <a href="#/audit">{t('audit.title')}</a>
      </p>
    </div>
  );
}
