import { MIN_AMOUNT, readTypedAmount } from '@tsena/shared';
import { type CreateLinkBody, type Link, linkSchema } from '@tsena/shared/merchant';
import { useId, useState } from 'react';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ErrorText } from '../shared/ErrorText.tsx';
import { explainAmount } from '../shared/form/explainAmount.ts';
import { Form, SubmitButton } from '../shared/form/Form.tsx';
import { TextField } from '../shared/form/fields.tsx';
import { type RepeatableRequest, useRepeatable } from '../shared/form/useRepeatable.ts';
import { useAction } from '../shared/useAction.ts';
import { createBody, type Fields, MoreFields, NO_FIELDS } from './linkFields.tsx';

const MAX_DESCRIPTION = 50;

interface Props {
  /** What earlier links were for: one tap in place of typing it again. */
  readonly descriptions: readonly string[];
  readonly onCreated: (link: Link) => void;
}

/** Creates a payment link. Only the amount is required. */
export function LinkForm({ descriptions, onCreated }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useDashboard();
  const [fields, setFields] = useState(NO_FIELDS);
  const set = (changed: Partial<Fields>) => setFields((now) => ({ ...now, ...changed }));
  const [isChecked, setIsChecked] = useState(false);
  const reading = readTypedAmount(fields.amount);
  const listId = useId();
  const repeatable = useRepeatable<CreateLinkBody>();
  const create = useAction(
    ({ body, key }: RepeatableRequest<CreateLinkBody>) =>
      api.request(linkSchema, '/links', body, { idempotencyKey: key }),
    null,
    onCreated,
  );

  function submit() {
    setIsChecked(true);
    if (!reading.ok) return;
    const body = { ...fields, amount: String(reading.amount) };
    create.mutate(repeatable(body, () => createBody(body)));
  }

  return (
    <Form className="card stack" isBusy={create.isPending} onSubmit={submit}>
      <TextField
        label={t('link.amount')}
        error={isChecked ? explainAmount(reading, MIN_AMOUNT, texts) : null}
        className="large"
        inputMode="numeric"
        value={fields.amount}
        onChange={(amount) => set({ amount })}
      />
      <TextField
        label={t('link.description')}
        list={listId}
        maxLength={MAX_DESCRIPTION}
        value={fields.description}
        onChange={(description) => set({ description })}
      />
      <datalist id={listId}>
        {descriptions.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <MoreFields fields={fields} onChange={set} />
      <ErrorText error={create.error} />
      <SubmitButton isBusy={create.isPending} text={t('link.create')} />
    </Form>
  );
}
