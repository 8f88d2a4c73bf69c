import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { useCopy } from '../shared/useCopy.ts';

/** A secret that was just made: the only time that it is shown. */
export function ShownSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const { t } = useTexts();
  const copy = useCopy();
  return (
    <div className="inset stack" role="status">
      <code className="secret">{secret}</code>
      <p>{t('settings.secretOnce')}</p>
      <div className="buttons">
        {copy === undefined ? null : (
          <Button look="primary" onClick={() => copy(secret, t('settings.copied'), t('keys.notCopied'))}>
            {t('settings.copy')}
          </Button>
        )}
        <Button onClick={onDone}>{t('keys.done')}</Button>
      </div>
    </div>
  );
}
