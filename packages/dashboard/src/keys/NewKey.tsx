import type { CreatedKey } from '@tsena/shared/merchant';
import { useEffect, useRef } from 'react';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { useCopy } from '../shared/useCopy.ts';

/** A key that was just created: the only time that it is shown. */
export function NewKey({ created, onDone }: { readonly created: CreatedKey; readonly onDone: () => void }) {
  const { t } = useTexts();
  const copy = useCopy();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card stack new-key" aria-labelledby="new-key">
      <h2 id="new-key" ref={heading} tabIndex={-1}>
        {t('keys.created', { name: created.name })}
      </h2>
      <code className="secret">{created.secret}</code>
      <p>{t('keys.once')}</p>
      <div className="buttons">
        {copy === undefined ? null : (
          <Button look="primary" onClick={() => copy(created.secret, t('keys.copied'), t('keys.notCopied'))}>
            {t('keys.copy')}
          </Button>
        )}
        <Button onClick={onDone}>{t('keys.done')}</Button>
      </div>
    </section>
  );
}
