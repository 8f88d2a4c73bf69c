import { LANGUAGES } from '@tsena/shared';
import type { MerchantSettingName, SettingFault } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { faultText } from './faultText.ts';
import type { ServerText } from './serverText.ts';
import meanings from './settingMeanings.json' with { type: 'json' };
import * as types from './settingTypes.ts';

/** What people read about a setting, beside its meaning. */
export interface SettingDocs {
  /**
   * A correct value, or words that say where to get one. Never a value that is wrong for the reader and passes the
   * check.
   */
  readonly example: string | ServerText;
  /** Whether nobody may see it. A secret can come from a file: `NAME_FILE`. */
  readonly isSecret?: true;
  /** Whether it can come from a file although it is not a secret as a whole. */
  readonly canComeFromFile?: true;
  /** The default, where it is not a value: another setting's name, or a word. */
  readonly defaultInWords?: string;
}

/** A setting, described. */
export interface SettingDescription extends SettingDocs {
  readonly name: string;
  /** A phrase in Markdown. */
  readonly meaning: ServerText;
  /** The section of docs/configuration.md. */
  readonly section: string;
  readonly isRequired: boolean;
  /** The default as it could be written; null if there is none. */
  readonly defaultText: string | null;
}

const descriptions = z.registry<Omit<SettingDescription, 'name' | 'meaning' | 'section'>>();

/** Where the payments go: a simulation, or real money. */
export const OPERATOR_ENVIRONMENTS = ['sandbox', 'production'] as const;

/** Longer than the time in which the companion still checks the status of a final payment. */
const MIN_RETAIN_DAYS = 7;

const RANDOM_SECRET = faultText('example_random_secret');
const PORTAL_VALUE = faultText('example_portal_value');

function required<Schema extends z.ZodMiniType>(schema: Schema, about: SettingDocs): Schema {
  descriptions.add(schema, { ...about, isRequired: true, defaultText: null });
  return schema;
}

/** Null, if it is not set. */
function optional<Schema extends z.ZodMiniType>(schema: Schema, about: SettingDocs) {
  const optionalSchema = z.pipe(
    z.optional(schema),
    z.transform((value: z.output<Schema> | undefined) => value ?? null),
  );
  descriptions.add(optionalSchema, { ...about, isRequired: false, defaultText: null });
  return optionalSchema;
}

/**
 * A setting whose default is read like a value that somebody wrote. It is the example too, unless there is a better
 * one.
 */
function withDefault<Schema extends z.ZodMiniType<unknown, string>>(
  schema: Schema,
  defaultText: string & z.input<Schema>,
  about: Partial<SettingDocs> = {},
) {
  const prefaulted = z.prefault(schema, defaultText);
  descriptions.add(prefaulted, { example: defaultText, ...about, isRequired: false, defaultText });
  return prefaulted;
}

/**
 * Every setting of the companion, by section: how its text is read, its default and an example; `settingMeanings.json`
 * says what it means. The validation, the page docs/configuration.md and `tsena init` come from here. `readSettings`
 * has the rules that concern several settings.
 */
const sections = {
  operator: {
    OPERATOR_BASE_URL: required(types.operatorAddress, { example: 'https://api.operator.example' }),
    OPERATOR_SERVICE: withDefault(types.serviceName, 'svc', { example: 'mvola' }),
    OPERATOR_NAME: optional(types.displayName(40), { example: 'MVola' }),
    OPERATOR_LOGO_URL: optional(types.logoAddress({ isHttpsOnly: true }), {
      example: 'https://shop.example/operator.png',
    }),
    OPERATOR_ENVIRONMENT: withDefault(types.oneOf(OPERATOR_ENVIRONMENTS), 'sandbox', { example: 'production' }),
    CONSUMER_KEY: required(types.consumerKey, { example: PORTAL_VALUE, isSecret: true }),
    CONSUMER_SECRET: required(types.consumerSecret, { example: PORTAL_VALUE, isSecret: true }),
    OPERATOR_DEVICE_SCOPE: optional(types.deviceScope, { example: 'device_shop1' }),
    OPERATOR_TIMEOUT_MS: withDefault(types.wholeNumber(1, 600_000), '30000'),
    USER_LANGUAGE: withDefault(types.oneOf(['MG', 'FR']), 'MG'),
  },
  merchant: {
    PARTNER_NAME: withDefault(types.partnerName, '', { example: 'Tsena Boutique' }),
    PARTNER_MSISDN: required(types.msisdn, {
      // A number here could be a stranger's, and would receive the money of those who copy it.
      example: faultText('example_number'),
    }),
    MERCHANT_CONTACT: optional(types.displayName(100), { example: 'Tel. 020 22 000 00, Analakely' }),
    MERCHANT_NIF: optional(types.registrationNumber, { example: '4000123456' }),
    MERCHANT_STAT: optional(types.registrationNumber, { example: '47112 11 2020 0 00123' }),
    MERCHANT_API_KEY: optional(types.longSecret(16), { example: RANDOM_SECRET, isSecret: true }),
  },
  shop: {
    ORDER_TOKEN_SECRET: required(types.orderTokenSecrets, { example: RANDOM_SECRET, isSecret: true }),
    ALLOWED_ORIGINS: withDefault(types.origins, '', { example: 'https://shop.example' }),
    WEBHOOK_URL: optional(types.address, { example: 'https://shop.example/webhooks/tsena' }),
    WEBHOOK_SECRET: optional(types.webhookSecrets, {
      example: faultText('example_webhook_secret'),
      isSecret: true,
    }),
    WEBHOOK_ALLOW_PRIVATE: withDefault(types.flag, 'off', { example: '1' }),
    ATTEMPT_COOLDOWN_SECONDS: withDefault(types.wholeNumber(1, 86_400), '180'),
  },
  mail: {
    SMTP_URL: optional(types.smtpAddress, { example: 'smtps://USER:PASSWORD@mail.example', isSecret: true }),
    NOTIFY_EMAIL: optional(types.emailAddress, { example: 'you@shop.example' }),
    NOTIFY_FROM: optional(types.sender, { example: 'Tsena <payments@shop.example>', defaultInWords: '`NOTIFY_EMAIL`' }),
    NOTIFY_LANGUAGE: optional(types.oneOf(LANGUAGES), { example: 'fr', defaultInWords: '`USER_LANGUAGE`' }),
  },
  network: {
    PUBLIC_URL: optional(types.baseAddress, { example: 'https://pay.example' }),
    CALLBACK_BASE_URL: optional(types.baseAddress, {
      example: 'https://tunnel.example',
      defaultInWords: '`PUBLIC_URL`',
    }),
    BRAND_COLOR: optional(types.color, { example: '#0b5d45', defaultInWords: 'green' }),
    BRAND_LOGO_URL: optional(types.logoAddress(), { example: 'https://shop.example/logo.png' }),
    DATABASE_URL: withDefault(types.databaseAddress, 'file:./data/tsena.db', {
      example: faultText('example_database'),
      canComeFromFile: true,
    }),
    HOST: withDefault(z.string(), '127.0.0.1'),
    PORT: withDefault(types.wholeNumber(0, 65_535), '4000'),
    TRUST_PROXY: withDefault(types.trustProxy, 'off', { example: '1' }),
    LOG_LEVEL: withDefault(types.oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
    METRICS_TOKEN: optional(types.longSecret(16), { example: RANDOM_SECRET, isSecret: true }),
  },
  limits: {
    LIMIT_PER_MSISDN: withDefault(types.limit, '5/10m'),
    LIMIT_PER_IP: withDefault(types.limit, '3000/10m'),
    LIMIT_PER_LINK: withDefault(types.limit, '10/10m'),
    MAX_STREAMS: withDefault(types.wholeNumber(1, 1_000_000), '20000'),
    MAX_STREAMS_PER_ADDRESS: withDefault(types.wholeNumber(1, 1_000_000), '5000'),
    RETAIN_DAYS: optional(types.wholeNumber(MIN_RETAIN_DAYS, 36_500), { example: '90' }),
  },
};

/** How the texts of all settings are read. */
export const settingsSchema = z.object({
  ...sections.operator,
  ...sections.merchant,
  ...sections.shop,
  ...sections.mail,
  ...sections.network,
  ...sections.limits,
});

/** The name of a setting. */
export type SettingName = keyof typeof settingsSchema.shape;

/** The values of all settings, each read from its text. */
export type SettingValues = z.output<typeof settingsSchema>;

/** The sections of docs/configuration.md, in order. */
export const SECTIONS = Object.keys(sections);

const meaningOf: Readonly<Record<SettingName, ServerText>> = meanings;

/** All settings in the order of the docs. */
export const SETTINGS: readonly SettingDescription[] = Object.entries(sections).flatMap(([section, settings]) =>
  Object.entries(settings).map(([name, schema]) => {
    const about = descriptions.get(schema);
    if (about === undefined) throw new TypeError(`The setting ${name} has no description.`);
    return { name, meaning: meaningOf[name as SettingName], section, ...about };
  }),
);

/** The settings that the dashboard can set too: the variable of each, and what a wrong value of it lacks. */
export const MERCHANT_SETTINGS = {
  partnerName: { variable: 'PARTNER_NAME', fault: 'name' },
  publicUrl: { variable: 'PUBLIC_URL', fault: 'address' },
  callbackBaseUrl: { variable: 'CALLBACK_BASE_URL', fault: 'address' },
  webhookUrl: { variable: 'WEBHOOK_URL', fault: 'endpoint' },
  operatorName: { variable: 'OPERATOR_NAME', fault: 'text' },
  contact: { variable: 'MERCHANT_CONTACT', fault: 'text' },
  notifyEmail: { variable: 'NOTIFY_EMAIL', fault: 'email' },
  notifyLanguage: { variable: 'NOTIFY_LANGUAGE', fault: 'language' },
  userLanguage: { variable: 'USER_LANGUAGE', fault: 'language' },
  brandColor: { variable: 'BRAND_COLOR', fault: 'color' },
  brandLogoUrl: { variable: 'BRAND_LOGO_URL', fault: 'logo' },
  nif: { variable: 'MERCHANT_NIF', fault: 'registration' },
  stat: { variable: 'MERCHANT_STAT', fault: 'registration' },
} as const satisfies Readonly<
  Record<MerchantSettingName, { readonly variable: SettingName; readonly fault: SettingFault }>
>;

/** Whether a setting can come from a file, as `NAME_FILE`. */
export function canComeFromFile({ isSecret, canComeFromFile }: SettingDocs): boolean {
  return isSecret === true || canComeFromFile === true;
}
