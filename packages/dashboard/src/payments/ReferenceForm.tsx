import { transactionReferenceSchema } from '@tsena/shared/checkout';
import {
  type MerchantPayment,
  merchantPaymentSchema,
  nameDifferences,
  type ReferenceMismatch,
} from '@tsena/shared/merchant';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../core/apiError.ts';
import type { Translator } from '../core/texts.ts';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { Form, FormButtons } from '../shared/form/Form.tsx';
import { TextField } from '../shared/form/fields.tsx';
import { useAction } from '../shared/useAction.ts';
import { readWhole } from './operatorAmount.ts';

interface ReferenceFormProps {
  readonly payment: MerchantPayment;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/**
 * Completes a payment by the operator's transaction reference, if the operator's transaction details match the payment.
 */
export function ReferenceForm({ payment, onDone, onCancel }: ReferenceFormProps) {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useDashboard();
  const [reference, setReference] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  const resolve = useAction(
    (transactionReference: string) =>
      api.request(merchantPaymentSchema, `/payments/${payment.id}/resolve`, { transactionReference }),
    () => t('done.reference'),
    onDone,
  );
  const error = isInvalid
    ? t('reference.invalid')
    : resolve.error === null
      ? null
      : describeRefusal(resolve.error, payment, texts);

  function submit() {
    const parsed = z.safeParse(transactionReferenceSchema, reference);
    setIsInvalid(!parsed.success);
    if (parsed.success) resolve.mutate(parsed.data);
  }

  return (
    <Form className="stack inset" isBusy={resolve.isPending} onSubmit={submit} startsFocused>
      <TextField
        label={t('payment.reference')}
        hint={t('reference.hint')}
        error={error}
        inputMode="text"
        autoCapitalize="none"
        spellCheck={false}
        value={reference}
        onChange={setReference}
      />
      <FormButtons submit={t('reference.submit')} isSubmitting={resolve.isPending} onCancel={onCancel} />
    </Form>
  );
}

/** Why the reference was refused, in words. */
function describeRefusal(error: unknown, payment: MerchantPayment, texts: Translator): string {
  const mismatch = error instanceof ApiError ? error.refusal.mismatch : undefined;
  if (mismatch === undefined) return texts.describe(error);
  return `${describeMismatch(mismatch, payment, texts)} ${texts.t('refused.unchanged')}`;
}

function describeMismatch(mismatch: ReferenceMismatch, { amount }: MerchantPayment, texts: Translator): string {
  const { t, money } = texts;
  switch (mismatch.kind) {
    case 'used':
      return t('refused.used', { order: mismatch.order });
    case 'differs': {
      const other = readWhole(mismatch.amount ?? '');
      const isOtherAmount = mismatch.fields.includes('amount') && other !== undefined;
      const fields = mismatch.fields.filter((field) => !isOtherAmount || field !== 'amount');
      return [
        ...(isOtherAmount ? [t('refused.amount', { other: money(other), amount: money(amount) })] : []),
        ...(fields.length > 0 ? [t('refused.differs', { fields: nameDifferences(fields, texts.find) })] : []),
      ].join(' ');
    }
    default:
      return t(`refused.${mismatch.kind}`);
  }
}
