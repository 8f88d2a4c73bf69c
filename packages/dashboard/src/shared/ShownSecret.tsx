import { Button } from './Button.tsx';
import { useTexts } from './dashboardContext.ts';
import { useCopy } from './useCopy.ts';

interface ShownSecretProps {
  readonly secret: string;
  /** What to do with it now. */
  readonly text: string;
  readonly onDone: () => void;
}

/** A secret that was just made: the only time that it is shown. */
export function ShownSecret({ secret, text, onDone }: ShownSecretProps) {
  const { t } = useTexts();
  const copy = useCopy();
  return (
    <>
      <code className="secret">{secret}</code>
      <p>{text}</p>
      <div className="buttons">
        {copy === undefined ? null : (
          <Button look="primary" onClick={() => copy(secret, t('tell.copied'), t('secret.notCopied'))}>
            {t('tell.copy')}
          </Button>
        )}
        <Button onClick={onDone}>{t('secret.done')}</Button>
      </div>
    </>
  );
}
