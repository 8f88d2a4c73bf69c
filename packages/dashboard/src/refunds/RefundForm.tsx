import { readTypedAmount } from '@tsena/shared';
import { transactionReferenceSchema } from '@tsena/shared/checkout';
import type { MerchantPayment } from '@tsena/shared/merchant';
import { type Refund, type refundBodySchema, refundSchema, timestampSchema } from '@tsena/shared/merchant';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../core/apiError.ts';
import { serverNow } from '../core/serverClock.ts';
import type { Translator } from '../core/texts.ts';
import { Button } from '../shared/Button.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ErrorText } from '../shared/ErrorText.tsx';
import { explainAmount } from '../shared/form/explainAmount.ts';
import { Form, FormButtons } from '../shared/form/Form.tsx';
import { Field, isReason, ReasonField, TextField } from '../shared/form/fields.tsx';
import { type RepeatableRequest, useRepeatable } from '../shared/form/useRepeatable.ts';
import { useAction } from '../shared/useAction.ts';
import { remainingOf } from './remaining.ts';

interface RefundFormProps {
  readonly payment: MerchantPayment;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

type NewRefund = z.input<typeof refundBodySchema>;
type FieldName = 'amount' | 'reason' | 'reference' | 'time';
type Fields = Readonly<Record<FieldName, string>>;

/** Other than a payment, a refund may be of 1 Ariary. */
const MIN_REFUND = 1;
/** The companion allows the clock of the person this much, ms. */
const MAX_CLOCK_ERROR_MS = 5 * 60_000;

/** Records a refund that the merchant made outside, in full or in part. It moves no money, and says so. */
export function RefundForm({ payment, onDone, onCancel }: RefundFormProps) {
  const texts = useTexts();
  const { t, money } = texts;
  const { api } = useDashboard();
  const remaining = remainingOf(payment);
  // A refund of this form counts already if only its answer was lost. It must be sent again; the companion refuses what
  // is too much.
  const [firstRemaining] = useState(remaining);
  const [fields, setFields] = useState<Fields>({ amount: '', reason: '', reference: '', time: '' });
  const [isChecked, setIsChecked] = useState(false);
  const repeatable = useRepeatable<NewRefund>();
  const record = useAction<RepeatableRequest<NewRefund>, Refund>(
    ({ body, key }) => api.request(refundSchema, `/payments/${payment.id}/refunds`, body, { idempotencyKey: key }),
    ({ amount }) => t('refund.done', { amount: money(amount) }),
    onDone,
  );
  const errors = isChecked ? findErrors(fields, payment, firstRemaining, texts) : {};
  const set = (name: FieldName) => (value: string) => setFields((now) => ({ ...now, [name]: value }));
  const field = (name: FieldName) => ({ name, error: errors[name], value: fields[name], onChange: set(name) });

  function submit() {
    setIsChecked(true);
    const amount = readTypedAmount(fields.amount, MIN_REFUND);
    if (!amount.ok || Object.keys(findErrors(fields, payment, firstRemaining, texts)).length > 0) return;
    const body = createBody(fields, String(amount.amount));
    record.mutate(repeatable(body, () => body));
  }

  return (
    <Form className="stack inset" isBusy={record.isPending} onSubmit={submit} startsFocused>
      <p className="by-hand">{t('refund.byHand')}</p>
      {payment.differences?.includes('secondTransaction') ? <p className="by-hand">{t('refund.second')}</p> : null}
      <Field
        label={t('refund.amount')}
        hint={t('refund.amountHint', { remaining: money(String(remaining)) })}
        error={errors.amount}
      >
        {(attributes) => (
          <span className="joined">
            <input
              {...attributes}
              name="amount"
              inputMode="numeric"
              autoComplete="off"
              value={fields.amount}
              onChange={(event) => set('amount')(event.target.value)}
            />
            <Button onClick={() => set('amount')(String(remaining))}>{t('refund.all')}</Button>
          </span>
        )}
      </Field>
      <ReasonField label={t('refund.reason')} hint={t('refund.reasonHint')} {...field('reason')} />
      <TextField
        label={t('refund.reference')}
        hint={t('refund.referenceHint')}
        autoCapitalize="none"
        spellCheck={false}
        {...field('reference')}
      />
      <TextField
        label={t('refund.time')}
        hint={`${t('refund.timeHint')} ${t(payment.status === 'completed' ? 'refund.counts' : 'refund.countsLater')}`}
        type="datetime-local"
        {...field('time')}
      />
      <ErrorText error={record.error} describe={describeRefusal} lost={t('refund.lost')} />
      <FormButtons submit={t('refund.submit')} isSubmitting={record.isPending} onCancel={onCancel} />
    </Form>
  );
}

function createBody({ reason, reference, time }: Fields, amount: string): NewRefund {
  return {
    amount,
    reason: reason.trim(),
    ...(reference.trim() === '' ? {} : { transactionReference: reference.trim() }),
    ...(time === '' ? {} : { refundedAt: readTime(time) }),
  };
}

function findErrors(
  { amount, reason, reference, time }: Fields,
  payment: MerchantPayment,
  remaining: number,
  texts: Translator,
): Partial<Fields> {
  const { t, money } = texts;
  const reading = readTypedAmount(amount, MIN_REFUND);
  const wrongAmount = explainAmount(reading, MIN_REFUND, texts);
  const at = time === '' ? null : z.safeParse(timestampSchema, readTime(time)).data;
  return {
    ...(wrongAmount === null ? {} : { amount: wrongAmount }),
    ...(reading.ok && reading.amount > remaining
      ? { amount: t('refund.tooMuch', { remaining: money(String(remaining)) }) }
      : {}),
    ...(isReason(reason) ? {} : { reason: t('reason.short') }),
    ...(reference.trim() !== '' && !z.safeParse(transactionReferenceSchema, reference).success
      ? { reference: t('reference.invalid') }
      : {}),
    ...(at === undefined ? { time: t('refund.timeInvalid') } : {}),
    ...(typeof at === 'number' && at > serverNow() + MAX_CLOCK_ERROR_MS ? { time: t('refund.future') } : {}),
    ...(typeof at === 'number' && at < Date.parse(payment.createdAt) - MAX_CLOCK_ERROR_MS
      ? { time: t('refund.early') }
      : {}),
  };
}

/** A browser's date and time, which the form asks for in Madagascar's time, as a timestamp. */
function readTime(text: string): string {
  return `${text.length === 16 ? `${text}:00` : text}+03:00`;
}

function describeRefusal(error: unknown, texts: Translator): string {
  const remaining = error instanceof ApiError ? error.refusal.remaining : undefined;
  return remaining === undefined
    ? texts.describe(error)
    : texts.t('refund.tooMuch', { remaining: texts.money(remaining) });
}
