import {
  type CreatedKey,
  createdKeySchema,
  type createKeyBodySchema,
  endOfDay,
  keyNameSchema,
  SCOPES,
  type Scope,
} from '@tsena/shared/merchant';
import { useState } from 'react';
import * as z from 'zod/mini';
import { serverNow } from '../core/serverClock.ts';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ErrorText } from '../shared/ErrorText.tsx';
import { Form, SubmitButton } from '../shared/form/Form.tsx';
import { TextField } from '../shared/form/fields.tsx';
import { useAction } from '../shared/useAction.ts';

const MAX_NAME_LENGTH = 50;

/** Creates a key for a person or a program. */
export function KeyForm({ onCreated }: { readonly onCreated: (created: CreatedKey) => void }) {
  const { t } = useTexts();
  const { api } = useDashboard();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('operate');
  const [lastDay, setLastDay] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const create = useAction(
    () => {
      const expiry = lastDay === '' ? {} : { expiresAt: new Date(endOfDay(lastDay)).toISOString() };
      const body: z.input<typeof createKeyBodySchema> = { name: name.trim(), scope, ...expiry };
      return api.request(createdKeySchema, '/keys', body);
    },
    null,
    onCreated,
  );
  const hasName = z.safeParse(keyNameSchema, name).success;
  const isOver = lastDay !== '' && !(endOfDay(lastDay) > serverNow());

  function submit() {
    setIsChecked(true);
    if (hasName && !isOver) create.mutate(undefined);
  }

  return (
    <Form className="card stack" isBusy={create.isPending} onSubmit={submit}>
      <h2>{t('keys.new')}</h2>
      <TextField
        label={t('keys.name')}
        hint={t('keys.nameHint')}
        error={isChecked && !hasName ? t('keys.nameInvalid') : null}
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={setName}
      />
      <fieldset className="scopes">
        <legend>{t('keys.scope')}</legend>
        {SCOPES.map((one) => (
          <label key={one} className="option">
            <input type="radio" name="scope" value={one} checked={scope === one} onChange={() => setScope(one)} />
            <span>
              {t(`scope.${one}`)} <span className="hint">{t(`scope.${one}.means`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <TextField
        label={t('keys.lastDay')}
        hint={t('keys.lastDayHint')}
        error={isChecked && isOver ? t('keys.lastDayOver') : null}
        type="date"
        value={lastDay}
        onChange={setLastDay}
      />
      <ErrorText error={create.error} lost={t('keys.lost')} />
      <SubmitButton isBusy={create.isPending} text={t('keys.create')} />
    </Form>
  );
}
