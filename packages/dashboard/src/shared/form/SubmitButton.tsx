import { Button } from '../Button.tsx';
import { useTexts } from '../dashboardContext.ts';

/** The button that sends a form. */
export function SubmitButton({ text, isBusy }: { readonly text: string; readonly isBusy: boolean }) {
  const { t } = useTexts();
  return (
    <Button type="submit" look="primary" isBusy={isBusy}>
      {isBusy ? t('app.loading') : text}
    </Button>
  );
}
