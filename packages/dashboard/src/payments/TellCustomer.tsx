import { useDashboard, useTexts } from '../shared/dashboardContext.ts';

/** What the merchant can tell the customer of an unresolved payment, with a button that copies it. */
export function TellCustomer() {
  const { t } = useTexts();
  const { announce } = useDashboard();
  const text = t('tell.unresolved');
  // Without a secure context, browsers have no clipboard.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return (
    <details className="tell">
      <summary>{t('tell.title')}</summary>
      <blockquote>{text}</blockquote>
      {clipboard === undefined ? null : (
        <button
          type="button"
          className="button"
          onClick={() => {
            clipboard.writeText(text.replace(/^[“«]\s*|\s*[”»]$/g, '')).then(
              () => announce(t('tell.copied')),
              () => announce(text),
            );
          }}
        >
          {t('tell.copy')}
        </button>
      )}
    </details>
  );
}
