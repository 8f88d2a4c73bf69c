import type { CreatedKey } from '@tsena/shared/merchant';
import { useEffect, useRef } from 'react';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';

/** A key that was just created: the only time that it is shown. */
export function NewKey({ created, onDone }: { readonly created: CreatedKey; readonly onDone: () => void }) {
  const { t } = useTexts();
  const { announce } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // Without a secure context, browsers have no clipboard.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return (
    <section className="card stack new-key" aria-labelledby="new-key">
      <h2 id="new-key" ref={heading} tabIndex={-1}>
        {t('keys.created', { name: created.name })}
      </h2>
      <code className="secret">{created.secret}</code>
      <p>{t('keys.once')}</p>
      <div className="buttons">
        {clipboard === undefined ? null : (
          <button
            type="button"
            className="button primary"
            onClick={() =>
              clipboard.writeText(created.secret).then(
                () => announce(t('keys.copied')),
                () => announce(t('keys.notCopied')),
              )
            }
          >
            {t('keys.copy')}
          </button>
        )}
        <button type="button" className="button" onClick={onDone}>
          {t('keys.done')}
        </button>
      </div>
    </section>
  );
}
