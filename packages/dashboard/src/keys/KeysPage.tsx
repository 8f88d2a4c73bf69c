import type { CreatedKey } from '@tsena/shared/merchant';
import { useState } from 'react';
import { useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { PagedList } from '../shared/PagedList.tsx';
import { ScopeNote } from '../shared/ScopeNote.tsx';
import { usePages } from '../shared/usePages.ts';
import { KeyForm } from './KeyForm.tsx';
import { KeyItem } from './KeyItem.tsx';
import { NewKey } from './NewKey.tsx';

/** The merchant's keys: a form for a new one, and all of them with what they may do and when they were last used. */
export function KeysPage() {
  const { t } = useTexts();
  const isAllowed = useAllowed('admin');
  const [created, setCreated] = useState<CreatedKey | null>(null);
  return (
    <div className="page split">
      <h1>{t('keys.title')}</h1>
      {!isAllowed ? (
        <div className="card">
          <ScopeNote needs="admin" />
        </div>
      ) : created === null ? (
        <KeyForm onCreated={setCreated} />
      ) : (
        <NewKey created={created} onDone={() => setCreated(null)} />
      )}
      {isAllowed ? <KeyList /> : null}
    </div>
  );
}

function KeyList() {
  const { t } = useTexts();
  const { api } = useDashboard();
  const keys = usePages(['keys'], api.keys);
  return (
    <section className="card" aria-label={t('keys.title')}>
      <p className="muted">{t('keys.owner')}</p>
      <PagedList pages={keys} look="records" empty={t('keys.none')} keyOf={({ id }) => id}>
        {(key) => <KeyItem merchantKey={key} />}
      </PagedList>
    </section>
  );
}
