import type { PaymentId } from '@tsena/shared/checkout';
import { type FormEvent, useRef, useState } from 'react';
import { useTexts } from '../views/context.ts';
import { ReferenceForm } from '../views/ReferenceForm.tsx';
import { isFocused, useAnnounce } from './announcer.ts';
import { ErrorMessage } from './messages.tsx';
import type { Order } from './useOrder.ts';
import { usePaymentRequest } from './usePaymentRequest.ts';

/** The companion reads the reference: the operator gives it no format. */
const HAS_LETTER_OR_DIGIT = /[a-z0-9\u0080-\uffff]/i;

/** Takes the reference of a payment whose outcome is not known. */
export function Reference({ id, order }: { id: PaymentId; order: Order }) {
  const { t } = useTexts();
  const announce = useAnnounce();
  const inputRef = useRef<HTMLInputElement>(null);
  const [isInvalid, setIsInvalid] = useState(false);
  const submission = usePaymentRequest((reference) => order.api.submitReference(id, reference), order);

  function submit(event: FormEvent) {
    event.preventDefault();
    const reference = inputRef.current?.value ?? '';
    if (HAS_LETTER_OR_DIGIT.test(reference)) {
      submission.send(reference);
      return;
    }
    setIsInvalid(true);
    if (isFocused(inputRef.current)) announce(t('unresolved.hint'));
    inputRef.current?.focus();
  }

  return (
    <ReferenceForm
      fault={isInvalid ? t('unresolved.hint') : undefined}
      messages={<ErrorMessage error={submission.error} />}
      isPending={submission.isPending}
      field={{ ref: inputRef, onInput: () => setIsInvalid(false) }}
      onSubmit={submit}
    />
  );
}
