import { LANGUAGE_NAMES, type Language } from '@tsena/shared';
import { type MerchantSettingName, type MerchantSettings, TRIABLE_SETTINGS } from '@tsena/shared/merchant';
import { ApiError } from '../core/apiError.ts';
import type { Translator } from '../core/texts.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { Button } from '../shared/Button.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { SelectField, TextField } from '../shared/form/fields.tsx';

/** The languages that may be chosen. The prompt can be in two. */
const CHOICES: Readonly<Partial<Record<MerchantSettingName, Readonly<Record<string, Language>>>>> = {
  userLanguage: { MG: 'mg', FR: 'fr' },
  notifyLanguage: { mg: 'mg', fr: 'fr', en: 'en' },
};

const INPUTS: Readonly<Partial<Record<MerchantSettingName, Readonly<Record<string, string>>>>> = {
  publicUrl: { type: 'url', inputMode: 'url', placeholder: 'https://pay.example.mg' },
  callbackBaseUrl: { type: 'url', inputMode: 'url' },
  webhookUrl: { type: 'url', inputMode: 'url', placeholder: 'https://shop.example.mg/webhooks' },
  notifyEmail: { type: 'email', inputMode: 'email' },
  brandColor: { placeholder: '#0b5d45' },
  brandLogoUrl: { type: 'url', inputMode: 'url' },
};

interface SettingFieldProps {
  readonly name: MerchantSettingName;
  readonly settings: MerchantSettings;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
  readonly onTakeBack: () => void;
}

/** Whether the merchant can change it here: the server does not set it, and can use it. */
export function isOpen(name: MerchantSettingName, { fixed, canMail }: MerchantSettings): boolean {
  return !fixed.includes(name) && (canMail || !name.startsWith('notify'));
}

/**
 * One setting: a field, or what the server has set; a button that tries it, and one that takes the newest change back.
 */
export function SettingField({ name, settings, value, error, onChange, onTakeBack }: SettingFieldProps) {
  const { t } = useTexts();
  const { api } = useDashboard();
  const current = settings[name];
  const triable = TRIABLE_SETTINGS.find((one) => one === name);
  const previous = settings.previous[name];
  const mayChange = isOpen(name, settings);
  return (
    <div className="tight setting">
      {!mayChange ? (
        <div className="field">
          <p className="label">{t(`settings.${name}`)}</p>
          <p className="fixed">{current ?? '—'}</p>
          <p className="hint">{t(settings.fixed.includes(name) ? 'settings.fixed' : 'settings.noMail')}</p>
        </div>
      ) : (
        <Input name={name} value={value} error={error} onChange={onChange} />
      )}
      <div className="actions">
        {triable === undefined || current === null || value !== current ? null : (
          <ActionButton
            act={() => api.send('/settings/try', { name: triable })}
            done={t('settings.works')}
            busy={t('settings.trying')}
            describe={describeTried}
          >
            {t(`settings.try.${triable}`)}
          </ActionButton>
        )}
        {!mayChange || previous === undefined || previous === current || value !== (current ?? '') ? null : (
          <Button look="quiet" onClick={onTakeBack}>
            {previous === null ? t('settings.takeBackEmpty') : t('settings.takeBack', { value: previous })}
          </Button>
        )}
      </div>
    </div>
  );
}

function Input({ name, value, error, onChange }: Pick<SettingFieldProps, 'name' | 'value' | 'error' | 'onChange'>) {
  const { t } = useTexts();
  // The error says it again.
  const field = { label: t(`settings.${name}`), hint: error === null ? t(`settings.${name}.hint`) : undefined, error };
  const choices = CHOICES[name];
  if (choices !== undefined) {
    const nameOf = (one: string) => LANGUAGE_NAMES[choices[one] ?? 'mg'];
    return (
      <SelectField
        {...field}
        options={Object.keys(choices)}
        value={value}
        nameOf={nameOf}
        onChange={(one) => onChange(one ?? value)}
      />
    );
  }
  return <TextField {...field} {...INPUTS[name]} value={value} onChange={onChange} />;
}

function describeTried(error: unknown, { describe }: Translator): string {
  return (error instanceof ApiError && error.refusal.errors?.[0]?.detail) || describe(error);
}
