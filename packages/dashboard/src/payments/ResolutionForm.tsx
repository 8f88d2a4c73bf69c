import { type MerchantPayment, merchantPaymentSchema, type ResolutionKind } from '@tsena/shared/merchant';
import { useId, useState } from 'react';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { Alert } from '../shared/ErrorText.tsx';
import { ReasonForm } from '../shared/form/ReasonForm.tsx';
import { useGroupAction } from './useGroupAction.ts';

interface ResolutionFormProps {
  /** One payment, or several that get the same resolution. */
  readonly payments: readonly MerchantPayment[];
  /** Whether the form closes the review of final payments; if not, it asks what the merchant found. */
  readonly closes: boolean;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

const FINDINGS = ['received', 'not_received'] as const;
type Finding = (typeof FINDINGS)[number];

/** Records a merchant's resolution of payments with its reason. */
export function ResolutionForm({ payments, closes, onDone, onCancel }: ResolutionFormProps) {
  const { t } = useTexts();
  const { api } = useDashboard();
  const newest = newestOf(payments);
  const [seen, setSeen] = useState(newest);
  const [choice, setChoice] = useState<Finding | null>(null);
  const isOutdated = newest !== seen;
  const finding = isOutdated ? null : choice;
  const resolve = useGroupAction(
    payments,
    (payment, body: { readonly resolution: ResolutionKind; readonly reason: string }) =>
      api.request(merchantPaymentSchema, `/payments/${payment.id}/resolve`, {
        ...body,
        replaces: payment.resolution?.at ?? null,
      }),
    () => t('done.resolution'),
    onDone,
  );
  const resolution = closes ? 'closed' : finding;
  return (
    <ReasonForm
      label={t(closes ? 'close.reason' : 'resolution.reason')}
      hint={t(closes ? 'close.hint' : 'resolution.hint')}
      submit={t('resolution.submit')}
      // What changed meanwhile says more than the refusal that it caused.
      action={{ isPending: resolve.isPending, error: isOutdated ? null : resolve.error }}
      onSubmit={
        resolution === null
          ? undefined
          : (reason) => {
              setSeen(newest);
              resolve.mutate({ resolution, reason });
            }
      }
      onCancel={onCancel}
    >
      {(isChecked) => {
        const meanwhile = isOutdated ? t('resolution.meanwhile') : null;
        if (closes) return <Alert>{meanwhile}</Alert>;
        const missing = isChecked && finding === null ? t('resolution.missing') : null;
        return (
          <FindingChoice
            finding={finding}
            fault={meanwhile ?? missing}
            onChoose={(one) => {
              setSeen(newest);
              setChoice(one);
            }}
          />
        );
      }}
    </ReasonForm>
  );
}

/** When the newest resolution of these payments was recorded; empty if there is none. */
function newestOf(payments: readonly MerchantPayment[]): string {
  return payments.reduce(
    (newest, { resolution }) => (resolution !== null && resolution.at > newest ? resolution.at : newest),
    '',
  );
}

interface FindingChoiceProps {
  readonly finding: Finding | null;
  readonly fault: string | null;
  readonly onChoose: (finding: Finding) => void;
}

function FindingChoice({ finding, fault, onChoose }: FindingChoiceProps) {
  const { t } = useTexts();
  const id = useId();
  return (
    <fieldset aria-describedby={fault === null ? undefined : `${id}-fault`} data-missing={fault !== null}>
      <legend>{t('resolution.legend')}</legend>
      {FINDINGS.map((one) => (
        <label key={one} className="option">
          <input type="radio" name={id} value={one} checked={finding === one} onChange={() => onChoose(one)} />
          {t(`resolution.${one}`)}
        </label>
      ))}
      <Alert id={`${id}-fault`}>{fault}</Alert>
    </fieldset>
  );
}
