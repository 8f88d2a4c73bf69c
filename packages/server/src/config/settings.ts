import type { MerchantSettingName } from '@tsena/shared/merchant';
import type { MERCHANT_SETTINGS, SettingValues } from './settingsSchema.ts';

/**
 * The companion's settings, validated, each by the name of its variable; `docs/configuration.md` in the repository
 * explains them. Null: not set. Addresses have no trailing slash.
 */
export interface Settings extends SettingValues {
  /**
   * The merchant's settings that are set here. The others can be set in the dashboard, and are stored in the database.
   */
  readonly fixed: readonly MerchantSettingName[];
}

/** The settings that nobody changes while the companion runs. */
export type FixedSettings = Omit<
  Settings,
  (typeof MERCHANT_SETTINGS)[MerchantSettingName]['variable'] | 'WEBHOOK_SECRET'
>;

/** Returns the settings as they are now. Ask each time: the merchant can change some of them in the dashboard. */
export type ReadCurrent = () => Settings;

/** Where the payments go: a simulation, or real money. */
export type OperatorEnvironment = Settings['OPERATOR_ENVIRONMENT'];

/** The largest number of events in a period. */
export type Limit = NonNullable<Settings['LIMIT_PER_IP']>;

/** How the companion reaches the SMTP server. */
export type SmtpServer = NonNullable<Settings['SMTP_URL']>;

/** A sender of e-mails. Its name is null if there is none beside the address. */
export type Sender = NonNullable<Settings['NOTIFY_FROM']>;

/** As Express's setting `trust proxy`. To trust everybody would let each client choose its address. */
export type TrustProxy = Settings['TRUST_PROXY'];

/** Where callbacks arrive: by default at the public address. Null: the operator sends none. */
export function callbackBase({
  CALLBACK_BASE_URL,
  PUBLIC_URL,
}: Pick<Settings, 'CALLBACK_BASE_URL' | 'PUBLIC_URL'>): string | null {
  return CALLBACK_BASE_URL ?? PUBLIC_URL;
}

/** From when a payment without a result no longer blocks a new one of the order. */
export function cooldownMs({ ATTEMPT_COOLDOWN_SECONDS }: Pick<Settings, 'ATTEMPT_COOLDOWN_SECONDS'>): number {
  return ATTEMPT_COOLDOWN_SECONDS * 1000;
}

/** The language of e-mails: by default that of the operator's prompts. */
export function mailLanguage({ NOTIFY_LANGUAGE, USER_LANGUAGE }: Pick<Settings, 'NOTIFY_LANGUAGE' | 'USER_LANGUAGE'>) {
  return NOTIFY_LANGUAGE ?? (USER_LANGUAGE === 'FR' ? 'fr' : 'mg');
}
