import { useTexts } from './dashboardContext.ts';

interface FormButtonsProps {
  /** The text of the submit button. */
  readonly submit: string;
  readonly isSubmitting: boolean;
  readonly onCancel: () => void;
}

/** The submit and cancel buttons of a form. */
export function FormButtons({ submit, isSubmitting, onCancel }: FormButtonsProps) {
  const { t } = useTexts();
  return (
    <div className="buttons">
      <button type="submit" className="button primary" aria-disabled={isSubmitting}>
        {isSubmitting ? t('app.loading') : submit}
      </button>
      <button type="button" className="button quiet" onClick={onCancel}>
        {t('app.cancel')}
      </button>
    </div>
  );
}
