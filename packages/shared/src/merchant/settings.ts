import * as z from 'zod/mini';

const MAX_CHARACTERS = 500;
const text = z.nullable(z.string().check(z.trim(), z.maxLength(MAX_CHARACTERS)));

/** The settings that the merchant may set in the dashboard, where the environment leaves them open. */
const valueSchemas = {
  partnerName: text,
  publicUrl: text,
  callbackBaseUrl: text,
  webhookUrl: text,
  operatorName: text,
  contact: text,
  notifyEmail: text,
  notifyLanguage: text,
  userLanguage: text,
  brandColor: text,
  brandLogoUrl: text,
  nif: text,
  stat: text,
};

/** The name of a setting of the merchant. */
export type MerchantSettingName = keyof typeof valueSchemas;

/** All of them. */
export const MERCHANT_SETTING_NAMES = Object.keys(valueSchemas) as readonly MerchantSettingName[];

/** What can be tried as it is now. */
export const TRIABLE_SETTINGS = ['publicUrl', 'callbackBaseUrl', 'webhookUrl', 'notifyEmail'] as const;

/** The body of `PATCH /v1/merchant/settings`: what to change; null or an empty text removes a value. */
export const settingsBodySchema = z.partial(z.strictObject(valueSchemas));

/** The settings to change. */
export type SettingsBody = z.infer<typeof settingsBodySchema>;

/** The answer of `GET /v1/merchant/settings`. */
export const merchantSettingsSchema = z.object({
  ...valueSchemas,
  /** What each was before its newest change; null: not set. */
  previous: z.partialRecord(z.enum(MERCHANT_SETTING_NAMES), z.nullable(z.string())),
  /** What the environment sets: the dashboard cannot change it. */
  fixed: z.array(z.enum(MERCHANT_SETTING_NAMES)),
  /** What is missing before the companion takes payments. */
  missing: z.array(z.enum(['partnerName', 'publicUrl'])),
  /** How many webhook secrets are valid now: none, one, or two while one is replaced. */
  webhookSecrets: z.number(),
  /** Whether the server can send e-mails (SMTP_URL). */
  canMail: z.boolean(),
});

/** The merchant's settings. */
export type MerchantSettings = z.infer<typeof merchantSettingsSchema>;

/** The answer of `PATCH /v1/merchant/settings`. */
export const changedSettingsSchema = z.extend(merchantSettingsSchema, {
  /** The secret that was made for a first webhook address, only in this answer; null: none was made. */
  webhookSecret: z.nullable(z.string()),
});

/** The body of `POST /v1/merchant/settings/try`: what to try, as it is now. */
export const tryBodySchema = z.strictObject({ name: z.enum(TRIABLE_SETTINGS) });

/** The answer of `POST /v1/merchant/settings/webhook-secret`, the only one that contains the secret. */
export const webhookSecretSchema = z.object({ secret: z.string() });
