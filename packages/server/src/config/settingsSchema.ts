import { LANGUAGES } from '@tsena/shared';
import type { MerchantSettingName } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import {
  address,
  baseAddress,
  color,
  consumerKey,
  consumerSecret,
  databaseAddress,
  deviceScope,
  displayName,
  emailAddress,
  flag,
  limit,
  logoAddress,
  longSecret,
  msisdn,
  oneOf,
  operatorAddress,
  orderTokenSecrets,
  origins,
  partnerName,
  plainText,
  registrationNumber,
  sender,
  serviceName,
  smtpAddress,
  trustProxy,
  webhookSecrets,
  wholeNumber,
} from './settingTypes.ts';

/** The sections of docs/configuration.md, in order. */
export const SECTIONS = ['operator', 'merchant', 'shop', 'mail', 'network', 'limits'] as const;

/** What people read about a setting. */
export interface SettingDocs {
  readonly section: (typeof SECTIONS)[number];
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
  readonly isRequired: boolean;
  /** The default as it could be written; null if there is none. */
  readonly defaultText: string | null;
}

const descriptions = z.registry<Omit<SettingDescription, 'name'>>();

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

function optional<Schema extends z.ZodMiniType>(schema: Schema, about: SettingDocs) {
  const optionalSchema = z.optional(schema);
  descriptions.add(optionalSchema, { ...about, isRequired: false, defaultText: null });
  return optionalSchema;
}

/** A setting whose default is read like a value that somebody wrote. */
function withDefault<Schema extends z.ZodMiniType<unknown, string>>(
  schema: Schema,
  defaultText: string & z.input<Schema>,
  about: SettingDocs,
) {
  const prefaulted = z.prefault(schema, defaultText);
  descriptions.add(prefaulted, { ...about, isRequired: false, defaultText });
  return prefaulted;
}

/**
 * Every setting of the companion: how its text is read, its default, its meaning and an example. The validation, the page
 * docs/configuration.md and `tsena init` come from here. `readSettings` has the rules that concern several settings.
 */
export const settingsSchema = z.object({
  OPERATOR_BASE_URL: required(operatorAddress(), {
    section: 'operator',
    meaning: 'the address of the operator’s service: https, or http to a sandbox on this machine',
    example: 'https://api.operator.example',
  }),
  OPERATOR_SERVICE: withDefault(serviceName(), 'svc', {
    section: 'operator',
    meaning: 'the name of the service in the path prefix `/svc/mm/…` and in the scope `EXT_INT_SVC_SCOPE` (for MVola: `mvola`)',
    example: 'mvola',
  }),
  OPERATOR_NAME: optional(displayName(MAX_OPERATOR_NAME_CHARACTERS), {
    section: 'operator',
    meaning: `the operator’s name as shoppers know it; at most ${MAX_OPERATOR_NAME_CHARACTERS} characters`,
    example: 'MVola',
  }),
  OPERATOR_LOGO_URL: optional(logoAddress({ isHttpsOnly: true }), {
    section: 'operator',
    meaning:
      'the operator’s logo, in the place of the first letter of `OPERATOR_NAME` on payment pages: an https address of a square PNG, JPEG or SVG file that you may use',
    example: 'https://shop.example/operator.png',
  }),
  OPERATOR_ENVIRONMENT: withDefault(oneOf(OPERATOR_ENVIRONMENTS), 'sandbox', {
    section: 'operator',
    meaning:
      '`sandbox` or `production`. Production requires https for `OPERATOR_BASE_URL`, `PUBLIC_URL` and `CALLBACK_BASE_URL`, and takes no payment without a `PUBLIC_URL`. A database belongs to one environment: with the database of the other one, the companion does not start',
    example: 'production',
  }),
  CONSUMER_KEY: required(consumerKey(), {
    section: 'operator',
    meaning: 'the Consumer Key from the operator’s developer portal. Sandbox and production have different ones',
    example: PORTAL_VALUE,
    isSecret: true,
  }),
  CONSUMER_SECRET: required(consumerSecret(), {
    section: 'operator',
    meaning: 'the Consumer Secret that belongs to `CONSUMER_KEY`',
    example: PORTAL_VALUE,
    isSecret: true,
  }),
  OPERATOR_DEVICE_SCOPE: optional(deviceScope(), {
    section: 'operator',
    meaning:
      'a second token scope: `device_` and 1 to 40 letters, digits, `_` and `-`. Set a different one for each companion if several companions with separate databases use one `CONSUMER_KEY`. Without it, each of them can revoke the others’ tokens. Instances that share a database share the token and need the same value',
    example: 'device_shop1',
  }),
  OPERATOR_TIMEOUT_MS: withDefault(wholeNumber(1, 600_000), '30000', {
    section: 'operator',
    meaning: 'the time limit of one request to the operator, from connecting to the end of the answer',
    example: '30000',
  }),
  USER_LANGUAGE: withDefault(oneOf(['MG', 'FR']), 'MG', {
    section: 'operator',
    meaning: '`MG` or `FR`: the language of the operator’s prompt if the shopper’s language is neither',
    example: 'MG',
  }),
  PARTNER_NAME: optional(partnerName(), {
    section: 'merchant',
    meaning:
      'the merchant’s name: up to 50 letters, digits, spaces and `- . _ ,`, without accents. Without it, the companion takes no payment until the dashboard sets it',
    example: 'Tsena Boutique',
  }),
  PARTNER_MSISDN: required(msisdn(), {
    section: 'merchant',
    meaning: 'the merchant’s number, which receives the money. In the operator’s sandbox: one of its test numbers',
    // A number here could be a stranger's, and would receive the money of those who copy it.
    example: 'your merchant number, 10 digits that begin with 034, 037 or 038',
  }),
  MERCHANT_CONTACT: optional(displayName(MAX_CONTACT_CHARACTERS), {
    section: 'merchant',
    meaning: `how shoppers reach you, shown on payment pages: a phone number, an address; at most ${MAX_CONTACT_CHARACTERS} characters`,
    example: 'Tel. 020 22 000 00, Analakely',
  }),
  MERCHANT_NIF: optional(registrationNumber(), {
    section: 'merchant',
    meaning: 'your NIF, shown on receipts',
    example: '4000123456',
  }),
  MERCHANT_STAT: optional(registrationNumber(), {
    section: 'merchant',
    meaning: 'your STAT, shown on receipts',
    example: '47112 11 2020 0 00123',
  }),
  MERCHANT_API_KEY: optional(longSecret(MIN_MERCHANT_API_KEY_CHARACTERS), {
    section: 'merchant',
    meaning: `the owner’s key, with the scope \`admin\`: enables the merchant API and the dashboard; at least ${MIN_MERCHANT_API_KEY_CHARACTERS} characters. \`tsena keys create\` makes keys for others`,
    example: RANDOM_SECRET,
    isSecret: true,
  }),
  ORDER_TOKEN_SECRET: required(orderTokenSecrets(), {
    section: 'shop',
    meaning:
      'the secret with which the shop signs orders (HS256); at least 32 characters. During a rotation: several, separated by commas. The companion accepts a signature by any of them',
    example: RANDOM_SECRET,
    isSecret: true,
  }),
  ALLOWED_ORIGINS: withDefault(origins(), '', {
    section: 'shop',
    meaning: 'the origins of the shop pages that may call the companion from a browser, separated by commas: `https://shop.example`',
    example: 'https://shop.example',
  }),
  WEBHOOK_URL: optional(address(), {
    section: 'shop',
    meaning: 'the shop’s endpoint for webhooks; needs `WEBHOOK_SECRET`',
    example: 'https://shop.example/webhooks/tsena',
  }),
  WEBHOOK_SECRET: optional(webhookSecrets(), {
    section: 'shop',
    meaning:
      'the `whsec_…` secret of 24 to 64 bytes with which the companion signs webhooks (`whsec_` and the output of `openssl rand -base64 32`). During a rotation: several, separated by commas. The companion signs with each of them',
    example: 'whsec_ and the output of: openssl rand -base64 32',
    isSecret: true,
  }),
  WEBHOOK_ALLOW_PRIVATE: withDefault(flag(), 'off', {
    section: 'shop',
    meaning: '`1` allows an endpoint on a private or loopback address, and such addresses in the dashboard’s settings',
    example: '1',
  }),
  ATTEMPT_COOLDOWN_SECONDS: withDefault(wholeNumber(1, 86_400), '90', {
    section: 'shop',
    meaning:
      'the time after the initiation from which a payment without a result no longer blocks a new payment of the order, for example after a wrong number. At least 1, and not shorter than `OPERATOR_TIMEOUT_MS`',
    example: '90',
  }),
  SMTP_URL: optional(smtpAddress(), {
    section: 'mail',
    meaning:
      'the SMTP server, which sends e-mails to you: `smtps://user:password@host` (TLS, port 465) or `smtp://user:password@host` (STARTTLS, port 587). Without encryption only to this machine, or with `?tls=off` at the end. The e-mails go to `NOTIFY_EMAIL`',
    example: 'smtps://USER:PASSWORD@mail.example',
    isSecret: true,
  }),
  NOTIFY_EMAIL: optional(emailAddress(), {
    section: 'mail',
    meaning: 'your address, which receives the e-mails; needs `SMTP_URL`',
    example: 'you@shop.example',
  }),
  NOTIFY_FROM: optional(sender(), {
    section: 'mail',
    meaning: 'the sender of the e-mails: an address that the SMTP server may send from, or `Name <address>`',
    example: 'Tsena <payments@shop.example>',
    defaultInWords: '`NOTIFY_EMAIL`',
  }),
  NOTIFY_LANGUAGE: optional(oneOf(LANGUAGES), {
    section: 'mail',
    meaning: 'the language of the e-mails: `mg`, `fr` or `en`',
    example: 'fr',
    defaultInWords: '`USER_LANGUAGE`',
  }),
  PUBLIC_URL: optional(baseAddress(), {
    section: 'network',
    meaning:
      'the address under which browsers and the operator reach the companion. Without it, the companion requests no callbacks and polls for the status of payments, and creates no payment links',
    example: 'https://pay.example',
  }),
  CALLBACK_BASE_URL: optional(baseAddress(), {
    section: 'network',
    meaning: 'another address for the operator’s callbacks, for example a tunnel',
    example: 'https://tunnel.example',
    defaultInWords: '`PUBLIC_URL`',
  }),
  BRAND_COLOR: optional(color(), {
    section: 'network',
    meaning: 'the colour of buttons on payment pages: `#` and six hexadecimal digits',
    example: '#0b5d45',
    defaultInWords: 'green',
  }),
  BRAND_LOGO_URL: optional(logoAddress(), {
    section: 'network',
    meaning: 'your logo on payment pages and in link previews: an https address of a PNG, JPEG or SVG file',
    example: 'https://shop.example/logo.png',
  }),
  DATABASE_URL: withDefault(databaseAddress(), 'file:./data/tsena.db', {
    section: 'network',
    meaning: '`file:…` for SQLite, `postgres://…` for several instances',
    example: 'file:./data/tsena.db or postgres://user@db.example/tsena',
    canComeFromFile: true,
  }),
  HOST: withDefault(plainText(), '127.0.0.1', {
    section: 'network',
    meaning: 'the address on which the companion listens',
    example: '127.0.0.1',
  }),
  PORT: withDefault(wholeNumber(0, 65_535), '4000', {
    section: 'network',
    meaning: 'the port on which the companion listens',
    example: '4000',
  }),
  TRUST_PROXY: withDefault(trustProxy(), 'off', {
    section: 'network',
    meaning:
      'which proxies may state the client’s address in `X-Forwarded-For`: `off`, a number of proxies, or their addresses and networks. Behind one proxy: `1`. In a host app, the companion ignores the app’s own `trust proxy`',
    example: '1',
  }),
  LOG_LEVEL: withDefault(oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info', {
    section: 'network',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    example: 'info',
  }),
  METRICS_TOKEN: optional(longSecret(MIN_METRICS_TOKEN_CHARACTERS), {
    section: 'network',
    meaning: `the bearer token for \`/metrics\`; at least ${MIN_METRICS_TOKEN_CHARACTERS} characters. Without it, only this machine and its private network can read the metrics, and not through a proxy`,
    example: RANDOM_SECRET,
    isSecret: true,
  }),
  LIMIT_PER_MSISDN: withDefault(limit(), '5/10m', {
    section: 'limits',
    meaning:
      'attempts per phone number, as count and period (`s`, `m`, `h`), or `off`. It protects a phone from a flood of prompts. Payments that were never sent do not count, up to four times the limit',
    example: '5/10m',
  }),
  LIMIT_PER_IP: withDefault(limit(), '3000/10m', {
    section: 'limits',
    meaning: 'attempts per client address (IPv6: per /64 network), or `off`. A carrier’s NAT puts thousands of phones behind one address',
    example: '3000/10m',
  }),
  LIMIT_PER_LINK: withDefault(limit(), '10/10m', {
    section: 'limits',
    meaning:
      'prompts that nobody approved, per client address through public payment links, and per key of the counter, or `off`. Anybody can open such a link or find a lost phone, and without this limit could send prompts to any number',
    example: '10/10m',
  }),
  MAX_STREAMS: withDefault(wholeNumber(1, 1_000_000), '20000', {
    section: 'limits',
    meaning: 'event streams that are open at once. Above it, pages poll',
    example: '20000',
  }),
  MAX_STREAMS_PER_ADDRESS: withDefault(wholeNumber(1, 1_000_000), '5000', {
    section: 'limits',
    meaning: 'the same, per client address',
    example: '5000',
  }),
  RETAIN_DAYS: optional(wholeNumber(MIN_RETAIN_DAYS, MAX_RETAIN_DAYS), {
    section: 'limits',
    meaning: `the number of days after the end of a payment after which the companion erases the payer’s number. Amounts, times and references stay. At least ${MIN_RETAIN_DAYS}. For one day after a jump of the clock, the companion erases nothing`,
    example: '90',
  }),
});

/** The name of a setting. */
export type SettingName = keyof typeof settingsSchema.shape;

/** The variable of each of the merchant's settings. */
export const VARIABLES = {
  partnerName: 'PARTNER_NAME',
  publicUrl: 'PUBLIC_URL',
  callbackBaseUrl: 'CALLBACK_BASE_URL',
  webhookUrl: 'WEBHOOK_URL',
  operatorName: 'OPERATOR_NAME',
  contact: 'MERCHANT_CONTACT',
  notifyEmail: 'NOTIFY_EMAIL',
  notifyLanguage: 'NOTIFY_LANGUAGE',
  userLanguage: 'USER_LANGUAGE',
  brandColor: 'BRAND_COLOR',
  brandLogoUrl: 'BRAND_LOGO_URL',
  nif: 'MERCHANT_NIF',
  stat: 'MERCHANT_STAT',
} as const satisfies Readonly<Record<MerchantSettingName, SettingName>>;

/** The values of all settings, each read from its text. */
export type SettingValues = z.output<typeof settingsSchema>;

/** All settings in the order of the docs. */
export const SETTINGS: readonly SettingDescription[] = Object.entries(settingsSchema.shape).map(([name, schema]) => {
  const about = descriptions.get(schema);
  if (about === undefined) throw new TypeError(`The setting ${name} has no description.`);
  return { name, ...about };
});

/** Whether a setting can come from a file, as `NAME_FILE`. */
export function canComeFromFile({ isSecret, canComeFromFile }: SettingDocs): boolean {
  return isSecret === true || canComeFromFile === true;
}
