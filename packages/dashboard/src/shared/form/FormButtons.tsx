import { Button } from '../Button.tsx';
import { useTexts } from '../dashboardContext.ts';
import { SubmitButton } from './SubmitButton.tsx';

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
      <SubmitButton isBusy={isSubmitting} text={submit} />
      <Button look="quiet" onClick={onCancel}>
        {t('app.cancel')}
      </Button>
    </div>
  );
}
