import * as z from 'zod/mini';

const MAX_CHARACTERS = 500;
const text = z.nullable(z.string().check(z.trim(), z.maxLength(MAX_CHARACTERS)));

/** The settings that the merchant may set in the dashboard, where the environment leaves them open. */
const valueSchemas = {
  /** The merchant’s name, in the prompt and on payment pages. */
  partnerName: text,
  /** Where browsers and the operator reach the companion. */
  publicUrl: text,
  /** Another address for the operator’s callbacks; null: `publicUrl`. */
  callbackBaseUrl: text,
  /** The shop’s endpoint for webhooks. */
  webhookUrl: text,
  /** The operator’s name as shoppers know it. */
  operatorName: text,
  /** How shoppers reach the merchant, on payment pages. */
  contact: text,
  /** Who receives the e-mails. */
  notifyEmail: text,
  /** The language of the e-mails: `mg`, `fr` or `en`. */
  notifyLanguage: text,
  /** The language of the prompt where the shopper’s is neither: `MG` or `FR`. */
  userLanguage: text,
  /** The colour of buttons on payment pages. */
  brandColor: text,
  /** The logo on payment pages. */
  brandLogoUrl: text,
  /** The NIF on receipts. */
  nif: text,
  /** The STAT on receipts. */
  stat: text,
};

/** The name of a setting of the merchant. */
export type MerchantSettingName = keyof typeof valueSchemas;

/** All of them. */
export const MERCHANT_SETTING_NAMES = Object.keys(valueSchemas) as readonly MerchantSettingName[];

/** What can be tried as it is now. */
export const TRIABLE_SETTINGS = ['publicUrl', 'callbackBaseUrl', 'webhookUrl', 'notifyEmail'] as const;

/** What to change. Null removes a value. */
export const settingsBodySchema = z.partial(z.strictObject(valueSchemas));

/** The settings to change. */
export type SettingsBody = z.infer<typeof settingsBodySchema>;

/** The settings of the merchant. Null: not set. */
export const merchantSettingsSchema = z.object({
  ...valueSchemas,
  /** What each was before its newest change, so that it can be taken back. */
  previous: z.partialRecord(z.enum(MERCHANT_SETTING_NAMES), z.nullable(z.string())),
  /** What the server’s environment sets, and nobody can change here. */
  fixed: z.array(z.enum(MERCHANT_SETTING_NAMES)),
  /** What must be set before the companion takes payments. */
  missing: z.array(z.enum(['partnerName', 'publicUrl'])),
  /** How many secrets sign webhooks; two after one was replaced. */
  webhookSecrets: z.number(),
  /** Whether the server can send e-mails (SMTP_URL). */
  canMail: z.boolean(),
});

/** The merchant's settings. */
export type MerchantSettings = z.infer<typeof merchantSettingsSchema>;

/** The settings after a change. */
export const changedSettingsSchema = z.extend(merchantSettingsSchema, {
  /** The secret that was made for the first webhook address. It is shown only in this answer. Null: none was made. */
  webhookSecret: z.nullable(z.string()),
});

/** What to try. */
export const tryBodySchema = z.strictObject({
  /** The setting. */
  name: z.enum(TRIABLE_SETTINGS),
});

/** A new webhook secret. */
export const webhookSecretSchema = z.object({
  /** The secret. It is shown only in this answer. */
  secret: z.string(),
});
