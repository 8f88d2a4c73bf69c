import type { MerchantSettingName, SettingFault } from '@tsena/shared/merchant';
import { invalidTexts, mailLanguage, productionMistakes, validValue } from './readSettings.ts';
import type { Secret } from './secret.ts';
import type { Settings } from './settings.ts';
import { MERCHANT_SETTINGS, type SettingValues, settingsSchema } from './settingsSchema.ts';

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

type Stored = { readonly [Name in MerchantSettingName]?: SettingValues[(typeof MERCHANT_SETTINGS)[Name]['variable']] | undefined };

/** The settings of the environment, and what it leaves open from the dashboard. */
export function mergeSettings(settings: Settings, { texts, webhookSecrets }: Omit<StoredSettings, 'previous'>): Settings {
  const { operator, merchant, brand, mail, allowPrivate, fixed } = settings;
  const stored = readStored(texts, fixed);
  const publicUrl = stored.publicUrl ?? settings.publicUrl;
  const userLanguage = stored.userLanguage ?? merchant.userLanguage;
  const webhook =
    stored.webhookUrl === undefined || webhookSecrets.length === 0
      ? null
      : { url: stored.webhookUrl, secrets: webhookSecrets, allowPrivate };
  return {
    ...settings,
    operator: { ...operator, name: stored.operatorName ?? operator.name },
    merchant: {
      ...merchant,
      partnerName: stored.partnerName ?? merchant.partnerName,
      userLanguage,
      contact: stored.contact ?? merchant.contact,
      nif: stored.nif ?? merchant.nif,
      stat: stored.stat ?? merchant.stat,
    },
    publicUrl,
    // By default, callbacks arrive at the public address.
    callbackBaseUrl: fixed.includes('callbackBaseUrl') ? settings.callbackBaseUrl : (stored.callbackBaseUrl ?? publicUrl),
    brand: { color: stored.brandColor ?? brand.color, logoUrl: stored.brandLogoUrl ?? brand.logoUrl },
    webhook: settings.webhook ?? webhook,
    mail: mail && {
      ...mail,
      to: stored.notifyEmail ?? mail.to,
      language: fixed.includes('notifyLanguage') ? mail.language : (stored.notifyLanguage ?? mailLanguage(userLanguage)),
    },
  };
}

/** The values of the valid texts, but for those that the environment sets. */
function readStored(texts: MerchantTexts, fixed: Settings['fixed']): Stored {
  const open = (Object.keys(texts) as MerchantSettingName[]).filter((name) => !fixed.includes(name));
  return Object.fromEntries(
    open.map((name) => [name, validValue(settingsSchema.shape[MERCHANT_SETTINGS[name].variable], texts[name] ?? undefined)]),
  );
}

/** What keeps the companion from taking payments. */
export function missingSettings({ merchant, publicUrl, operator }: Settings): readonly MissingSetting[] {
  const missing: MissingSetting[] = [];
  if (merchant.partnerName === '') missing.push('partnerName');
  if (publicUrl === null && operator.environment === 'production') missing.push('publicUrl');
  return missing;
}

/** What is wrong with these settings, by the rules of the start. */
export function storedMistakes(
  { operator, mail }: Pick<Settings, 'operator' | 'mail'>,
  texts: MerchantTexts,
): readonly { readonly setting: MerchantSettingName; readonly fault: SettingFault }[] {
  const names = (Object.keys(texts) as MerchantSettingName[]).filter((name) => texts[name] !== null);
  const byVariable: Record<string, string> = { OPERATOR_ENVIRONMENT: operator.environment };
  for (const name of names) byVariable[MERCHANT_SETTINGS[name].variable] = texts[name] ?? '';
  const invalid = invalidTexts(byVariable);
  const unencrypted = productionMistakes(byVariable);
  return names.flatMap((setting) => {
    const { variable, fault } = MERCHANT_SETTINGS[setting];
    if (invalid.some(({ name }) => name === variable)) return { setting, fault };
    if (unencrypted.some(({ name }) => name === variable)) return { setting, fault: 'unencrypted' };
    return setting === 'notifyEmail' && mail === null ? { setting, fault: 'no_mail_server' } : [];
  });
}
