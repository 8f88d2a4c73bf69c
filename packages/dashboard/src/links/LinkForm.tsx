import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CreateLinkBody, type Link, MAX_REUSABLE_ORDER } from '@tsena/shared/merchant';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ErrorText } from '../shared/ErrorText.tsx';
import { readDigits } from '../shared/form/readDigits.ts';
import { SelectField } from '../shared/form/SelectField.tsx';
import { SubmitButton } from '../shared/form/SubmitButton.tsx';
import { TextField } from '../shared/form/TextField.tsx';
import { type RepeatableRequest, useRepeatable } from '../shared/form/useRepeatable.ts';
import { refreshData } from '../shared/useLiveData.ts';

const MIN_AMOUNT = 100;
const MAX_DESCRIPTION = 50;
const MAX_ORDER = 50;
const HOUR_MS = 60 * 60_000;
const VALIDITIES = { never: null, hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;
type Validity = keyof typeof VALIDITIES;
const VALIDITY_NAMES = Object.keys(VALIDITIES) as readonly Validity[];

interface Fields {
  readonly amount: string;
  readonly description: string;
  readonly order: string;
  readonly validity: Validity;
  readonly returnUrl: string;
  readonly isReusable: boolean;
}

const NO_FIELDS: Fields = { amount: '', description: '', order: '', validity: 'never', returnUrl: '', isReusable: false };

interface Props {
  /** What earlier links were for: one tap in place of typing it again. */
  readonly descriptions: readonly string[];
  readonly onCreated: (link: Link) => void;
}

/** Creates a payment link. Only the amount is required. */
export function LinkForm({ descriptions, onCreated }: Props) {
  const { t } = useTexts();
  const { api } = useDashboard();
  const client = useQueryClient();
  const [fields, setFields] = useState(NO_FIELDS);
  const set = (changed: Partial<Fields>) => setFields((now) => ({ ...now, ...changed }));
  const [isInvalid, setIsInvalid] = useState(false);
  const listId = useId();
  const amountInput = useRef<HTMLInputElement>(null);
  const repeatable = useRepeatable<CreateLinkBody>();
  const create = useMutation({
    mutationFn: ({ body, key }: RepeatableRequest<CreateLinkBody>) => api.createLink(body, key),
    async onSuccess(link) {
      onCreated(link);
      await refreshData(client);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    const digits = readDigits(fields.amount);
    const isRight = /^\d{3,12}$/.test(digits) && Number(digits) >= MIN_AMOUNT;
    setIsInvalid(!isRight);
    if (!isRight) {
      amountInput.current?.focus();
      return;
    }
    create.mutate(repeatable({ ...fields, amount: digits }, () => createBody({ ...fields, amount: digits })));
  }

  return (
    <form className="card stack" onSubmit={submit} noValidate>
      <TextField
        label={t('link.amount')}
        error={isInvalid ? t('link.amountInvalid') : null}
        inputRef={amountInput}
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
    </form>
  );
}

/** The fields that most links do without. */
function MoreFields({ fields, onChange }: { readonly fields: Fields; readonly onChange: (changed: Partial<Fields>) => void }) {
  const { t } = useTexts();
  return (
    <details>
      <summary>{t('link.more')}</summary>
      <div className="stack">
        <SelectField
          label={t('link.expires')}
          options={VALIDITY_NAMES}
          value={fields.validity}
          nameOf={(one) => t(`link.expires.${one}`)}
          onChange={(one) => onChange({ validity: one ?? 'never' })}
        />
        <label className="option">
          <input type="checkbox" checked={fields.isReusable} onChange={(event) => onChange({ isReusable: event.target.checked })} />
          {t('link.reusable')}
        </label>
        <TextField
          label={t('link.order')}
          maxLength={fields.isReusable ? MAX_REUSABLE_ORDER : MAX_ORDER}
          value={fields.order}
          onChange={(order) => onChange({ order })}
        />
        <TextField label={t('link.returnUrl')} type="url" value={fields.returnUrl} onChange={(returnUrl) => onChange({ returnUrl })} />
      </div>
    </details>
  );
}

function createBody({ amount, description, order, validity, returnUrl, isReusable }: Fields): CreateLinkBody {
  const validMs = VALIDITIES[validity];
  return {
    amount,
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(order.trim() === '' ? {} : { order: order.trim() }),
    ...(validMs === null ? {} : { expiresAt: new Date(Date.now() + validMs).toISOString() }),
    ...(returnUrl.trim() === '' ? {} : { returnUrl: returnUrl.trim() }),
    ...(isReusable ? { reusable: true } : {}),
  };
}
