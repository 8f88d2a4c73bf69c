import { useTexts } from './desk.ts';

interface FormButtonsProps {
  readonly send: string;
  readonly sending: boolean;
  readonly onCancel: () => void;
}

/** Sends a form, or closes it. */
export function FormButtons({ send, sending, onCancel }: FormButtonsProps) {
  const { t } = useTexts();
  return (
    <div className="buttons">
      <button type="submit" className="button primary" aria-disabled={sending}>
        {sending ? t('app.loading') : send}
      </button>
      <button type="button" className="button quiet" onClick={onCancel}>
        {t('app.cancel')}
      </button>
    </div>
  );
}
