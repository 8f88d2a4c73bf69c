import type { MerchantSettingName, SettingFault } from '@tsena/shared/merchant';
import { invalidTexts, mailLanguage, productionMistakes, validValue } from './readSettings.ts';
import type { Secret } from './secret.ts';
import type { Settings, WebhookSettings } from './settings.ts';
import { settingsSchema, VARIABLES } from './settingsSchema.ts';

/** What the dashboard has set: each as the environment would have it. */
export interface StoredSettings {
  readonly texts: Readonly<Partial<Record<MerchantSettingName, string>>>;
  /** What each was before its newest change; null: not set. */
  readonly previous: Readonly<Partial<Record<MerchantSettingName, string | null>>>;
  /** The secrets that sign webhooks, the newest first. */
  readonly webhookSecrets: readonly Secret[];
}

/** What the companion lacks before it takes a payment. */
export type MissingSetting = 'partnerName' | 'publicUrl';

const { shape } = settingsSchema;

/** The settings of the environment, and what it leaves open from the dashboard. */
export function mergeSettings(settings: Settings, { texts, webhookSecrets }: Omit<StoredSettings, 'previous'>): Settings {
  const open: StoredSettings['texts'] = Object.fromEntries(Object.entries(texts).filter(([name]) => !isFixed(settings, name)));
  const { merchant, brand, mail } = settings;
  const publicUrl = validValue(shape.PUBLIC_URL, open.publicUrl) ?? settings.publicUrl;
  const callbackBaseUrl = validValue(shape.CALLBACK_BASE_URL, open.callbackBaseUrl);
  const userLanguage = open.userLanguage === undefined ? undefined : validValue(shape.USER_LANGUAGE, open.userLanguage);
  const spoken = userLanguage ?? merchant.userLanguage;
  const mailed = isFixed(settings, 'notifyLanguage') ? mail?.language : validValue(shape.NOTIFY_LANGUAGE, open.notifyLanguage);
  const webhookUrl = validValue(shape.WEBHOOK_URL, open.webhookUrl);
  return {
    ...settings,
    operator: { ...settings.operator, name: validValue(shape.OPERATOR_NAME, open.operatorName) ?? settings.operator.name },
    merchant: {
      ...merchant,
      partnerName: validValue(shape.PARTNER_NAME, open.partnerName) ?? merchant.partnerName,
      userLanguage: spoken,
      contact: validValue(shape.MERCHANT_CONTACT, open.contact) ?? merchant.contact,
      nif: validValue(shape.MERCHANT_NIF, open.nif) ?? merchant.nif,
      stat: validValue(shape.MERCHANT_STAT, open.stat) ?? merchant.stat,
    },
    publicUrl,
    // By default, callbacks arrive at the public address.
    callbackBaseUrl: isFixed(settings, 'callbackBaseUrl') ? settings.callbackBaseUrl : (callbackBaseUrl ?? publicUrl),
    brand: {
      color: validValue(shape.BRAND_COLOR, open.brandColor) ?? brand.color,
      logoUrl: validValue(shape.BRAND_LOGO_URL, open.brandLogoUrl) ?? brand.logoUrl,
    },
    webhook: settings.webhook ?? storedWebhook(webhookUrl, webhookSecrets, settings.allowPrivate),
    mail: mail && {
      ...mail,
      to: validValue(shape.NOTIFY_EMAIL, open.notifyEmail) ?? mail.to,
      language: mailed ?? mailLanguage(spoken),
    },
  };
}

function isFixed({ fixed }: Pick<Settings, 'fixed'>, name: string): boolean {
  return fixed.some((one) => one === name);
}

function storedWebhook(url: string | undefined, secrets: readonly Secret[], allowPrivate: boolean): WebhookSettings | null {
  return url === undefined || secrets.length === 0 ? null : { url, secrets, allowPrivate };
}

/** What keeps the companion from taking payments. */
export function missingSettings({ merchant, publicUrl, operator }: Settings): readonly MissingSetting[] {
  const missing: MissingSetting[] = [];
  if (merchant.partnerName === '') missing.push('partnerName');
  if (publicUrl === null && operator.environment === 'production') missing.push('publicUrl');
  return missing;
}

/** What a wrong value of each setting lacks. */
const FAULTS: Readonly<Record<MerchantSettingName, SettingFault>> = {
  partnerName: 'name',
  publicUrl: 'address',
  callbackBaseUrl: 'address',
  webhookUrl: 'endpoint',
  operatorName: 'text',
  contact: 'text',
  notifyEmail: 'email',
  notifyLanguage: 'language',
  userLanguage: 'language',
  brandColor: 'color',
  brandLogoUrl: 'logo',
  nif: 'registration',
  stat: 'registration',
};

/** What is wrong with these settings, by the rules of the start. */
export function storedMistakes(
  { operator, mail }: Pick<Settings, 'operator' | 'mail'>,
  texts: StoredSettings['texts'],
): readonly { readonly setting: MerchantSettingName; readonly fault: SettingFault }[] {
  const names = Object.keys(texts) as MerchantSettingName[];
  const byVariable: Record<string, string> = { OPERATOR_ENVIRONMENT: operator.environment };
  for (const name of names) byVariable[VARIABLES[name]] = texts[name] ?? '';
  const invalid = invalidTexts(byVariable);
  const unencrypted = productionMistakes(byVariable);
  return names.flatMap((setting) => {
    if (invalid.some(({ name }) => name === VARIABLES[setting])) return { setting, fault: FAULTS[setting] };
    if (unencrypted.some(({ name }) => name === VARIABLES[setting])) return { setting, fault: 'unencrypted' };
    return setting === 'notifyEmail' && mail === null ? { setting, fault: 'no_mail_server' } : [];
  });
}
