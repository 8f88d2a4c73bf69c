import {
  changedSettingsSchema,
  type MerchantSettingName,
  type MerchantSettings,
  type SettingsBody,
} from '@tsena/shared/merchant';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../core/apiError.ts';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ErrorText } from '../shared/ErrorText.tsx';
import { Form, SubmitButton } from '../shared/form/Form.tsx';
import { ShownSecret } from '../shared/ShownSecret.tsx';
import { useAction } from '../shared/useAction.ts';
import { isOpen, SettingField } from './SettingField.tsx';

interface SettingsFormProps {
  readonly title: string;
  readonly names: readonly MerchantSettingName[];
  readonly settings: MerchantSettings;
  readonly children?: ReactNode;
}

/** Settings that are saved together. Only what was changed is sent. */
export function SettingsForm({ title, names, settings, children }: SettingsFormProps) {
  const { t } = useTexts();
  const { api } = useDashboard();
  const [changes, setChanges] = useState<SettingsBody>({});
  const [secret, setSecret] = useState<string | null>(null);
  const save = useAction(
    async (body: SettingsBody) => {
      const { webhookSecret } = await api.request(changedSettingsSchema, '/settings', body, { method: 'PATCH' });
      if (webhookSecret !== null) setSecret(webhookSecret);
    },
    () => t('settings.saved'),
    () => setChanges({}),
  );
  const changed = names.filter((name) => changes[name] !== undefined && (changes[name] || null) !== settings[name]);
  const errorOf = (name: MerchantSettingName) => {
    const { error } = save;
    return error instanceof ApiError
      ? (error.refusal.errors?.find(({ pointer }) => pointer === `/${name}`)?.detail ?? null)
      : null;
  };

  const submit = () => save.mutate(Object.fromEntries(changed.map((name) => [name, changes[name] || null])));

  return (
    <Form className="card stack" aria-label={title} isBusy={save.isPending} error={save.error} onSubmit={submit}>
      <h2>{title}</h2>
      {children}
      {secret === null ? null : (
        <div className="inset stack" role="status">
          <ShownSecret secret={secret} text={t('settings.secretOnce')} onDone={() => setSecret(null)} />
        </div>
      )}
      {names.map((name) => (
        <SettingField
          key={name}
          name={name}
          settings={settings}
          value={changes[name] ?? settings[name] ?? ''}
          error={errorOf(name)}
          onChange={(value) => setChanges({ ...changes, [name]: value })}
          onTakeBack={() => save.mutate({ [name]: settings.previous[name] ?? null })}
        />
      ))}
      <ErrorText error={save.error} />
      {names.every((name) => !isOpen(name, settings)) ? null : (
        <div className="buttons">
          <SubmitButton isBusy={save.isPending} text={t('settings.save')} busy={t('settings.saving')} />
          {changed.length === 0 ? null : <p className="hint">{t('settings.unsaved')}</p>}
        </div>
      )}
    </Form>
  );
}
