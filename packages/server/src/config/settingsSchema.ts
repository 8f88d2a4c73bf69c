import { LANGUAGES } from '@tsena/shared';
import type { MerchantSettingName, SettingFault } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import * as types from './settingTypes.ts';

/** What people read about a setting. */
export interface SettingDocs {
  /** A phrase in Markdown. */
  readonly meaning: string;
  /** A correct value, or words that say where to get one. Never a value that is wrong for the reader and passes the check. */
  readonly example: string;
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
  /** The section of docs/configuration.md. */
  readonly section: string;
  readonly isRequired: boolean;
  /** The default as it could be written; null if there is none. */
  readonly defaultText: string | null;
}

const descriptions = z.registry<Omit<SettingDescription, 'name' | 'section'>>();

const MIN_MERCHANT_API_KEY_CHARACTERS = 16;
const MIN_METRICS_TOKEN_CHARACTERS = 16;
/** Where the payments go: a simulation, or real money. */
export const OPERATOR_ENVIRONMENTS = ['sandbox', 'production'] as const;

const MAX_OPERATOR_NAME_CHARACTERS = 40;
const MAX_CONTACT_CHARACTERS = 100;
/** Longer than the time in which the companion still checks the status of a final payment. */
const MIN_RETAIN_DAYS = 7;
const MAX_RETAIN_DAYS = 36_500;

const RANDOM_SECRET = 'the output of: openssl rand -hex 32';
const PORTAL_VALUE = 'the value that the developer portal shows';

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

/** A setting whose default is read like a value that somebody wrote. It is the example too, unless there is a better one. */
function withDefault<Schema extends z.ZodMiniType<unknown, string>>(
  schema: Schema,
  defaultText: string & z.input<Schema>,
  about: Omit<SettingDocs, 'example'> & Partial<Pick<SettingDocs, 'example'>>,
) {
  const prefaulted = z.prefault(schema, defaultText);
  descriptions.add(prefaulted, { example: defaultText, ...about, isRequired: false, defaultText });
  return prefaulted;
}

/**
 * Every setting of the companion, by section: how its text is read, its default, its meaning and an example. The validation, the page
 * docs/configuration.md and `tsena init` come from here. `readSettings` has the rules that concern several settings.
 */
const sections = {
  operator: {
    OPERATOR_BASE_URL: required(types.operatorAddress, {
      meaning: 'the address of the operator’s service: https, or http to a sandbox on this machine',
      example: 'https://api.operator.example',
    }),
    OPERATOR_SERVICE: withDefault(types.serviceName, 'svc', {
      meaning: 'the name of the service in the path prefix `/svc/mm/…` and in the scope `EXT_INT_SVC_SCOPE` (for MVola: `mvola`)',
      example: 'mvola',
    }),
    OPERATOR_NAME: optional(types.displayName(MAX_OPERATOR_NAME_CHARACTERS), {
      meaning: `the operator’s name as shoppers know it; at most ${MAX_OPERATOR_NAME_CHARACTERS} characters`,
      example: 'MVola',
    }),
    OPERATOR_LOGO_URL: optional(types.logoAddress({ isHttpsOnly: true }), {
      meaning:
        'the operator’s logo, in the place of the first letter of `OPERATOR_NAME` on payment pages: an https address of a square PNG, JPEG or SVG file that you may use',
      example: 'https://shop.example/operator.png',
    }),
    OPERATOR_ENVIRONMENT: withDefault(types.oneOf(OPERATOR_ENVIRONMENTS), 'sandbox', {
      meaning:
        '`sandbox` or `production`. Production requires https for `OPERATOR_BASE_URL`, `PUBLIC_URL` and `CALLBACK_BASE_URL`, and takes no payment without a `PUBLIC_URL`. A database belongs to one environment: with the database of the other one, the companion does not start',
      example: 'production',
    }),
    CONSUMER_KEY: required(types.consumerKey, {
      meaning: 'the Consumer Key from the operator’s developer portal. Sandbox and production have different ones',
      example: PORTAL_VALUE,
      isSecret: true,
    }),
    CONSUMER_SECRET: required(types.consumerSecret, {
      meaning: 'the Consumer Secret that belongs to `CONSUMER_KEY`',
      example: PORTAL_VALUE,
      isSecret: true,
    }),
    OPERATOR_DEVICE_SCOPE: optional(types.deviceScope, {
      meaning:
        'a second token scope: `device_` and 1 to 40 letters, digits, `_` and `-`. Set a different one for each companion if several companions with separate databases use one `CONSUMER_KEY`. Without it, each of them can revoke the others’ tokens. Instances that share a database share the token and need the same value',
      example: 'device_shop1',
    }),
    OPERATOR_TIMEOUT_MS: withDefault(types.wholeNumber(1, 600_000), '30000', {
      meaning: 'the time limit of one request to the operator, from connecting to the end of the answer',
    }),
    USER_LANGUAGE: withDefault(types.oneOf(['MG', 'FR']), 'MG', {
      meaning: '`MG` or `FR`: the language of the operator’s prompt if the shopper’s language is neither',
    }),
  },
  merchant: {
    PARTNER_NAME: withDefault(types.partnerName, '', {
      meaning:
        'the merchant’s name: up to 50 letters, digits, spaces and `- . _ ,` without accents. Without it, the companion takes no payment until the dashboard sets it',
      example: 'Tsena Boutique',
    }),
    PARTNER_MSISDN: required(types.msisdn, {
      meaning: 'the merchant’s number, which receives the money. In the operator’s sandbox: one of its test numbers',
      // A number here could be a stranger's, and would receive the money of those who copy it.
      example: 'your merchant number, 10 digits that begin with 034, 037 or 038',
    }),
    MERCHANT_CONTACT: optional(types.displayName(MAX_CONTACT_CHARACTERS), {
      meaning: `how shoppers reach you, shown on payment pages: a phone number, an address; at most ${MAX_CONTACT_CHARACTERS} characters`,
      example: 'Tel. 020 22 000 00, Analakely',
    }),
    MERCHANT_NIF: optional(types.registrationNumber, {
      meaning: 'your NIF, shown on receipts',
      example: '4000123456',
    }),
    MERCHANT_STAT: optional(types.registrationNumber, {
      meaning: 'your STAT, shown on receipts',
      example: '47112 11 2020 0 00123',
    }),
    MERCHANT_API_KEY: optional(types.longSecret(MIN_MERCHANT_API_KEY_CHARACTERS), {
      meaning: `the owner’s key, with the scope \`admin\`: enables the merchant API and the dashboard; at least ${MIN_MERCHANT_API_KEY_CHARACTERS} characters. \`tsena keys create\` makes keys for others`,
      example: RANDOM_SECRET,
      isSecret: true,
    }),
  },
  shop: {
    ORDER_TOKEN_SECRET: required(types.orderTokenSecrets, {
      meaning:
        'the secret with which the shop signs orders (HS256); at least 32 characters. During a rotation: several, separated by commas. The companion accepts a signature by any of them',
      example: RANDOM_SECRET,
      isSecret: true,
    }),
    ALLOWED_ORIGINS: withDefault(types.origins, '', {
      meaning: 'the origins of the shop pages that may call the companion from a browser, separated by commas: `https://shop.example`',
      example: 'https://shop.example',
    }),
    WEBHOOK_URL: optional(types.address, {
      meaning: 'the shop’s endpoint for webhooks; needs `WEBHOOK_SECRET`',
      example: 'https://shop.example/webhooks/tsena',
    }),
    WEBHOOK_SECRET: optional(types.webhookSecrets, {
      meaning:
        'the `whsec_…` secret of 24 to 64 bytes with which the companion signs webhooks (`whsec_` and the output of `openssl rand -base64 32`). During a rotation: several, separated by commas. The companion signs with each of them',
      example: 'whsec_ and the output of: openssl rand -base64 32',
      isSecret: true,
    }),
    WEBHOOK_ALLOW_PRIVATE: withDefault(types.flag, 'off', {
      meaning: '`1` allows an endpoint on a private or loopback address, and such addresses in the dashboard’s settings',
      example: '1',
    }),
    ATTEMPT_COOLDOWN_SECONDS: withDefault(types.wholeNumber(1, 86_400), '90', {
      meaning:
        'the time after the initiation from which a payment without a result no longer blocks a new payment of the order, for example after a wrong number. At least 1, and not shorter than `OPERATOR_TIMEOUT_MS`',
    }),
  },
  mail: {
    SMTP_URL: optional(types.smtpAddress, {
      meaning:
        'the SMTP server, which sends e-mails to you: `smtps://user:password@host` (TLS, port 465) or `smtp://user:password@host` (STARTTLS, port 587). Without encryption only to this machine, or with `?tls=off` at the end. The e-mails go to `NOTIFY_EMAIL`',
      example: 'smtps://USER:PASSWORD@mail.example',
      isSecret: true,
    }),
    NOTIFY_EMAIL: optional(types.emailAddress, {
      meaning: 'your address, which receives the e-mails; needs `SMTP_URL`',
      example: 'you@shop.example',
    }),
    NOTIFY_FROM: optional(types.sender, {
      meaning: 'the sender of the e-mails: an address that the SMTP server may send from, or `Name <address>`',
      example: 'Tsena <payments@shop.example>',
      defaultInWords: '`NOTIFY_EMAIL`',
    }),
    NOTIFY_LANGUAGE: optional(types.oneOf(LANGUAGES), {
      meaning: 'the language of the e-mails: `mg`, `fr` or `en`',
      example: 'fr',
      defaultInWords: '`USER_LANGUAGE`',
    }),
  },
  network: {
    PUBLIC_URL: optional(types.baseAddress, {
      meaning:
        'the address under which browsers and the operator reach the companion. Without it, the companion requests no callbacks and polls for the status of payments, and creates no payment links',
      example: 'https://pay.example',
    }),
    CALLBACK_BASE_URL: optional(types.baseAddress, {
      meaning: 'another address for the operator’s callbacks, for example a tunnel',
      example: 'https://tunnel.example',
      defaultInWords: '`PUBLIC_URL`',
    }),
    BRAND_COLOR: optional(types.color, {
      meaning: 'the colour of buttons on payment pages: `#` and six hexadecimal digits',
      example: '#0b5d45',
      defaultInWords: 'green',
    }),
    BRAND_LOGO_URL: optional(types.logoAddress(), {
      meaning: 'your logo on payment pages and in link previews: an https address of a PNG, JPEG or SVG file',
      example: 'https://shop.example/logo.png',
    }),
    DATABASE_URL: withDefault(types.databaseAddress, 'file:./data/tsena.db', {
      meaning: '`file:…` for SQLite, `postgres://…` for several instances',
      example: 'file:./data/tsena.db or postgres://user@db.example/tsena',
      canComeFromFile: true,
    }),
    HOST: withDefault(z.string(), '127.0.0.1', {
      meaning: 'the address on which the companion listens',
    }),
    PORT: withDefault(types.wholeNumber(0, 65_535), '4000', {
      meaning: 'the port on which the companion listens',
    }),
    TRUST_PROXY: withDefault(types.trustProxy, 'off', {
      meaning:
        'which proxies may state the client’s address in `X-Forwarded-For`: `off`, a number of proxies, or their addresses and networks. Behind one proxy: `1`. In a host app, the companion ignores the app’s own `trust proxy`',
      example: '1',
    }),
    LOG_LEVEL: withDefault(types.oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info', {
      meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    }),
    METRICS_TOKEN: optional(types.longSecret(MIN_METRICS_TOKEN_CHARACTERS), {
      meaning: `the bearer token for \`/metrics\`; at least ${MIN_METRICS_TOKEN_CHARACTERS} characters. Without it, only this machine and its private network can read the metrics, and not through a proxy`,
      example: RANDOM_SECRET,
      isSecret: true,
    }),
  },
  limits: {
    LIMIT_PER_MSISDN: withDefault(types.limit, '5/10m', {
      meaning:
        'attempts per phone number, as count and period (`s`, `m`, `h`), or `off`. It protects a phone from a flood of prompts. Payments that were never sent do not count, up to four times the limit',
    }),
    LIMIT_PER_IP: withDefault(types.limit, '3000/10m', {
      meaning: 'attempts per client address (IPv6: per /64 network), or `off`. A carrier’s NAT puts thousands of phones behind one address',
    }),
    LIMIT_PER_LINK: withDefault(types.limit, '10/10m', {
      meaning:
        'prompts that nobody approved, per client address through public payment links, and per key of the counter, or `off`. Anybody can open such a link or find a lost phone, and without this limit could send prompts to any number',
    }),
    MAX_STREAMS: withDefault(types.wholeNumber(1, 1_000_000), '20000', {
      meaning: 'event streams that are open at once. Above it, pages poll',
    }),
    MAX_STREAMS_PER_ADDRESS: withDefault(types.wholeNumber(1, 1_000_000), '5000', {
      meaning: 'the same, per client address',
    }),
    RETAIN_DAYS: optional(types.wholeNumber(MIN_RETAIN_DAYS, MAX_RETAIN_DAYS), {
      meaning: `the number of days after the end of a payment after which the companion erases the payer’s number. Amounts, times and references stay. At least ${MIN_RETAIN_DAYS}. For one day after a jump of the clock, the companion erases nothing`,
      example: '90',
    }),
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

/** All settings in the order of the docs. */
export const SETTINGS: readonly SettingDescription[] = Object.entries(sections).flatMap(([section, settings]) =>
  Object.entries(settings).map(([name, schema]) => {
    const about = descriptions.get(schema);
    if (about === undefined) throw new TypeError(`The setting ${name} has no description.`);
    return { name, section, ...about };
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
} as const satisfies Readonly<Record<MerchantSettingName, { readonly variable: SettingName; readonly fault: SettingFault }>>;

/** Whether a setting can come from a file, as `NAME_FILE`. */
export function canComeFromFile({ isSecret, canComeFromFile }: SettingDocs): boolean {
  return isSecret === true || canComeFromFile === true;
}
