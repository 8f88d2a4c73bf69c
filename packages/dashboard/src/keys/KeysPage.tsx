import { type CreatedKey, keyPageSchema } from '@tsena/shared/merchant';
import { useEffect, useRef, useState } from 'react';
import { Allowed } from '../shared/Allowed.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { PagedList } from '../shared/PagedList.tsx';
import { ShownSecret } from '../shared/ShownSecret.tsx';
import { usePages } from '../shared/usePages.ts';
import { KeyForm } from './KeyForm.tsx';
import { KeyItem } from './KeyItem.tsx';

/** The merchant's keys: a form for a new one, and all of them with what they may do and when they were last used. */
export function KeysPage() {
  const { t } = useTexts();
  const [created, setCreated] = useState<CreatedKey | null>(null);
  return (
    <div className="page split">
      <h1>{t('keys.title')}</h1>
      <Allowed needs="admin">
        {created === null ? (
          <KeyForm onCreated={setCreated} />
        ) : (
          <NewKey created={created} onDone={() => setCreated(null)} />
        )}
        <KeyList />
      </Allowed>
    </div>
  );
}

function KeyList() {
  const { t } = useTexts();
  const keys = usePages(keyPageSchema, '/keys?limit=50');
  return (
    <section className="card" aria-label={t('keys.title')}>
      <p className="muted">{t('keys.owner')}</p>
      <PagedList pages={keys} look="records" empty={t('keys.none')} keyOf={({ id }) => id}>
        {(key) => <KeyItem merchantKey={key} />}
      </PagedList>
    </section>
  );
}

/** A key that was just created: the only time that it is shown. */
function NewKey({ created, onDone }: { readonly created: CreatedKey; readonly onDone: () => void }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card stack new-key" aria-labelledby="new-key">
      <h2 id="new-key" ref={heading} tabIndex={-1}>
        {t('keys.created', { name: created.name })}
      </h2>
      <ShownSecret secret={created.secret} text={t('keys.once')} onDone={onDone} />
    </section>
  );
}
