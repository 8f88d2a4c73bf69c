import { MERCHANT_SETTING_NAMES, type MerchantSettingName, type SettingFault } from '@tsena/shared/merchant';
import { invalidTexts, productionMistakes, validValue } from './readSettings.ts';
import type { Secret } from './secret.ts';
import type { Settings } from './settings.ts';
import { MERCHANT_SETTINGS, settingsSchema } from './settingsSchema.ts';

/** Settings as the environment would have them; null: not set. */
export type MerchantTexts = Readonly<Partial<Record<MerchantSettingName, string | null>>>;

/** What the dashboard has set. */
export interface StoredSettings {
  readonly texts: MerchantTexts;
  /** What each was before its newest change. */
  readonly previous: MerchantTexts;
  /** The secrets that sign webhooks, the newest first. */
  readonly webhookSecrets: readonly Secret[];
}

/** What the companion lacks before it takes a payment. */
export type MissingSetting = 'partnerName' | 'publicUrl';

/** The settings of the environment, and what it leaves open from the dashboard. */
export function mergeSettings(
  settings: Settings,
  { texts, webhookSecrets }: Omit<StoredSettings, 'previous'>,
): Settings {
  const { WEBHOOK_URL } = settings;
  const open = MERCHANT_SETTING_NAMES.filter(
    (name) => !settings.fixed.includes(name) && (texts[name] ?? null) !== null,
  );
  const stored: Partial<Settings> = Object.fromEntries(
    open.map((name) => {
      const { variable } = MERCHANT_SETTINGS[name];
      return [variable, validValue(settingsSchema.shape[variable], texts[name] ?? undefined) ?? settings[variable]];
    }),
  );
  const merged = { ...settings, ...stored };
  return {
    ...merged,
    // A webhook needs an address and a secret, an e-mail a server.
    ...(WEBHOOK_URL === null ? signedWith(webhookSecrets, merged.WEBHOOK_URL) : { WEBHOOK_URL }),
    NOTIFY_EMAIL: settings.SMTP_URL && merged.NOTIFY_EMAIL,
  };
}

function signedWith(secrets: readonly Secret[], url: string | null): Pick<Settings, 'WEBHOOK_URL' | 'WEBHOOK_SECRET'> {
  return url === null || secrets.length === 0
    ? { WEBHOOK_URL: null, WEBHOOK_SECRET: null }
    : { WEBHOOK_URL: url, WEBHOOK_SECRET: secrets };
}

/** What keeps the companion from taking payments. */
export function missingSettings({
  PARTNER_NAME,
  PUBLIC_URL,
  OPERATOR_ENVIRONMENT,
}: Settings): readonly MissingSetting[] {
  const missing: MissingSetting[] = [];
  if (PARTNER_NAME === '') missing.push('partnerName');
  if (PUBLIC_URL === null && OPERATOR_ENVIRONMENT === 'production') missing.push('publicUrl');
  return missing;
}

/** What is wrong with these settings, by the rules of the start. */
export function storedMistakes(
  { OPERATOR_ENVIRONMENT, SMTP_URL }: Pick<Settings, 'OPERATOR_ENVIRONMENT' | 'SMTP_URL'>,
  texts: MerchantTexts,
): readonly { readonly setting: MerchantSettingName; readonly fault: SettingFault }[] {
  const names = (Object.keys(texts) as MerchantSettingName[]).filter((name) => texts[name] !== null);
  const byVariable: Record<string, string> = { OPERATOR_ENVIRONMENT };
  for (const name of names) byVariable[MERCHANT_SETTINGS[name].variable] = texts[name] ?? '';
  const invalid = invalidTexts(byVariable);
  const unencrypted = productionMistakes(byVariable);
  return names.flatMap((setting) => {
    const { variable, fault } = MERCHANT_SETTINGS[setting];
    if (invalid.some(({ name }) => name === variable)) return { setting, fault };
    if (unencrypted.some(({ name }) => name === variable)) return { setting, fault: 'unencrypted' };
    return setting === 'notifyEmail' && SMTP_URL === null ? { setting, fault: 'no_mail_server' } : [];
  });
}
