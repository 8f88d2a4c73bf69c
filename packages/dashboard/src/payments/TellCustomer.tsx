import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { useCopy } from '../shared/useCopy.ts';

/** What the merchant can tell the customer of an unresolved payment, with a button that copies it. */
export function TellCustomer() {
  const { t } = useTexts();
  const copy = useCopy();
  const text = t('tell.unresolved');
  return (
    <details className="tell">
      <summary>{t('tell.title')}</summary>
      <blockquote>{text}</blockquote>
      {copy === undefined ? null : (
        <Button onClick={() => copy(text.replace(/^[“«]\s*|\s*[”»]$/g, ''), t('tell.copied'), text)}>{t('tell.copy')}</Button>
      )}
    </details>
  );
}
