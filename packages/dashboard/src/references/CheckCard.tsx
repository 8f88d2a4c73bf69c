import { merchantPaymentSchema, type ReferenceCheck, referenceCheckSchema } from '@tsena/shared/merchant';
import { Button } from '../shared/Button.tsx';
import { useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ErrorText } from '../shared/ErrorText.tsx';
import { useAction } from '../shared/useAction.ts';
import { goTo } from '../shared/useRoute.ts';
import { SmsCheck } from './SmsCheck.tsx';

/** The check of an SMS in the dashboard. Shows nothing if the key may not ask the operator. */
export function CheckCard() {
  const { t } = useTexts();
  if (!useAllowed('operate')) return null;
  return (
    <section className="card" aria-labelledby="sms">
      <h2 id="sms">{t('sms.title')}</h2>
      <Check />
    </section>
  );
}

/**
 * Offers to check a reference that no payment has. It asks only after a press, because each check is a request to the
 * operator. Shows nothing if the text has too few digits for a reference, or the key may not ask.
 */
export function ReferenceSearch({ text }: { readonly text: string }) {
  return useAllowed('operate') && /\d{3}/.test(text) ? <Check key={text} initial={text} /> : null;
}

function Check({ initial = '' }: { readonly initial?: string }) {
  const { api } = useDashboard();
  return (
    <SmsCheck
      initial={initial}
      check={(text) => api.request(referenceCheckSchema, '/references/check', { text })}
      actions={(checked) => <PaymentAction checked={checked} />}
    />
  );
}

/** Leads to the payment that has the reference, or completes it by that. */
function PaymentAction({ checked }: { readonly checked: ReferenceCheck }) {
  const { t } = useTexts();
  const { api } = useDashboard();
  const { paymentId, reference, canComplete } = checked;
  const complete = useAction(
    (transactionReference: string) =>
      api.request(merchantPaymentSchema, `/payments/${paymentId}/resolve`, { transactionReference }),
    () => t('done.reference'),
    () => goTo(`#/payments/${paymentId}`),
  );
  if (paymentId === null) return null;
  return (
    <>
      {canComplete ? (
        <Button look="primary" isBusy={complete.isPending} onClick={() => complete.mutate(reference)}>
          {t('sms.complete')}
        </Button>
      ) : null}
      <a className="button" href={`#/payments/${paymentId}`}>
        {t('transaction.payment')}
      </a>
      <ErrorText error={complete.error} />
    </>
  );
}
