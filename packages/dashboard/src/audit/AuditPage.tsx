import { auditPageSchema, dayOf } from '@tsena/shared/merchant';
import { serverNow } from '../core/serverClock.ts';
import { Allowed } from '../shared/Allowed.tsx';
import { BackLink } from '../shared/BackLink.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { PagedList } from '../shared/PagedList.tsx';
import { SaveButton } from '../shared/SaveButton.tsx';
import { usePages } from '../shared/usePages.ts';
import { AuditItem } from './AuditItem.tsx';
import { ErasePayer } from './ErasePayer.tsx';

/** Who did what, with an export; and the form that erases a payer's number. */
export function AuditPage() {
  const { t } = useTexts();
  return (
    <div className="page">
      <BackLink to="#/setup">{t('app.setup')}</BackLink>
      <h1>{t('audit.title')}</h1>
      <Allowed needs="admin">
        <AuditList />
        <ErasePayer />
      </Allowed>
    </div>
  );
}

function AuditList() {
  const { t } = useTexts();
  const { api } = useDashboard();
  const entries = usePages(auditPageSchema, '/audit?limit=50');
  return (
    <section className="card stack" aria-label={t('audit.title')}>
      <p className="muted">{t('audit.lead')}</p>
      <PagedList pages={entries} look="records" empty={t('audit.none')} keyOf={({ id }) => id}>
        {(entry) => <AuditItem entry={entry} />}
      </PagedList>
      <SaveButton read={() => api.csv('/audit.csv')} name={`audit-${dayOf(serverNow())}.csv`} />
    </section>
  );
}
