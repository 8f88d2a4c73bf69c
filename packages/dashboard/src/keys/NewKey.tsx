import type { CreatedKey } from '@tsena/shared/merchant';
import { useEffect, useRef } from 'react';
import { useTexts } from '../shared/dashboardContext.ts';
import { ShownSecret } from '../shared/ShownSecret.tsx';

/** A key that was just created: the only time that it is shown. */
export function NewKey({ created, onDone }: { readonly created: CreatedKey; readonly onDone: () => void }) {
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
