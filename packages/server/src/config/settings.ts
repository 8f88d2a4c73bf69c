import type { Language, Msisdn } from '@tsena/shared';
import type { MerchantSettingName } from '@tsena/shared/merchant';
import type { Secret } from './secret.ts';

/** Where the payments go: a simulation, or real money. */
export type OperatorEnvironment = 'sandbox' | 'production';

/** Which messages are logged, from the fewest to the most, and `silent`: none. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** The largest number of events in a period. */
export interface Limit {
  /** How many events may happen. */
  readonly count: number;
  /** The length of the period, ms. */
  readonly windowMs: number;
}

/** The merchant's colour and logo on payment pages. */
export interface Brand {
  /** The colour of buttons: `#0b5d45`. Null: green. */
  readonly color: string | null;
  /** The address of a PNG, JPEG or SVG file. Null: no logo. */
  readonly logoUrl: string | null;
}

/** How the companion reaches the SMTP server. */
export interface SmtpServer {
  /** The server's name or address. */
  readonly host: string;
  /** The server's port. */
  readonly port: number;
  /**
   * `tls`: encrypted from the start. `starttls`: encrypted after STARTTLS, or not used at all. `none`: not encrypted, for a server on this
   * machine or one that the settings allow.
   */
  readonly security: 'tls' | 'starttls' | 'none';
  /** The account with which it logs in; null: without one. */
  readonly login: SmtpLogin | null;
}

/** An account of an SMTP server. */
export interface SmtpLogin {
  /** The name of the account. */
  readonly user: string;
  /** The password of the account. */
  readonly password: Secret;
}

/** A sender of e-mails. */
export interface Sender {
  /** The name beside the address; null: none. */
  readonly name: string | null;
  /** An address that the SMTP server may send from. */
  readonly address: string;
}

/** As Express's setting `trust proxy`. To trust everybody would let each client choose its address. */
export type TrustProxy = false | number | string;

/** The operator's service, and the merchant's account with it. */
export interface OperatorSettings {
  /** OPERATOR_BASE_URL: the address of the service. */
  readonly baseUrl: string;
  /** OPERATOR_SERVICE: the service's name in the path prefix `/svc/mm/` and in the scope. Default: `svc`. */
  readonly service: string;
  /** OPERATOR_DEVICE_SCOPE: a second token scope, whose tokens other companions with the same key do not revoke. Null: none. */
  readonly deviceScope: string | null;
  /** OPERATOR_NAME: the name under which shoppers know the operator. Null: not set. */
  readonly name: string | null;
  /** OPERATOR_LOGO_URL: the operator's logo on payment pages. Null: the first letter of the name. */
  readonly logoUrl: string | null;
  /** OPERATOR_ENVIRONMENT. Default: `sandbox`. A database belongs to one environment. */
  readonly environment: OperatorEnvironment;
  /** CONSUMER_KEY, from the operator's developer portal. */
  readonly consumerKey: Secret;
  /** CONSUMER_SECRET, which belongs to the key. */
  readonly consumerSecret: Secret;
  /** OPERATOR_TIMEOUT_MS: for one request to the operator, from connecting to the end of the answer, ms. Default: 30 000. */
  readonly timeoutMs: number;
}

/** Who receives the money. */
export interface MerchantSettings {
  /** PARTNER_NAME: the merchant's name, up to 50 characters without accents. Empty: not set, and the companion takes no payment. */
  readonly partnerName: string;
  /** PARTNER_MSISDN: the merchant's number, which receives the money. */
  readonly partnerMsisdn: Msisdn;
  /** USER_LANGUAGE: the language of the operator's prompt if the shopper's is neither. Default: `MG`. */
  readonly userLanguage: 'MG' | 'FR';
  /** MERCHANT_CONTACT: how shoppers reach the merchant, on payment pages. Null: not shown. */
  readonly contact: string | null;
  /** MERCHANT_NIF: the merchant's tax number, on receipts. Null: not shown. */
  readonly nif: string | null;
  /** MERCHANT_STAT: the merchant's statistical number, on receipts. Null: not shown. */
  readonly stat: string | null;
}

/** Where webhooks go, and how they are signed. */
export interface WebhookSettings {
  /** WEBHOOK_URL: the shop's endpoint. */
  readonly url: string;
  /** WEBHOOK_SECRET: the companion signs with each of these. */
  readonly secrets: readonly Secret[];
  /** WEBHOOK_ALLOW_PRIVATE: whether the endpoint may be on a private or loopback address. Default: false. */
  readonly allowPrivate: boolean;
}

/** E-mails to the merchant. */
export interface MailSettings {
  /** SMTP_URL: the server that sends them. */
  readonly server: SmtpServer;
  /** NOTIFY_EMAIL: the address that receives them. Null: none are written until there is one. */
  readonly to: string | null;
  /** NOTIFY_FROM: their sender. Null: the address that receives them. */
  readonly from: Sender | null;
  /** NOTIFY_LANGUAGE: their language. Default: that of USER_LANGUAGE. */
  readonly language: Language;
}

/** How many attempts the companion accepts; null: without this limit. */
export interface LimitSettings {
  /** LIMIT_PER_MSISDN: attempts for one phone number. Default: 5 in 10 minutes. */
  readonly perMsisdn: Limit | null;
  /** LIMIT_PER_IP: attempts from one client address (IPv6: from one /64 network). Default: 3000 in 10 minutes. */
  readonly perIp: Limit | null;
  /** LIMIT_PER_LINK: prompts that nobody approved, from one client address, through public links. Default: 10 in 10 minutes. */
  readonly perLink: Limit | null;
}

/** The HTTP server, and what it believes of proxies. */
export interface HttpSettings {
  /** HOST: the address on which `tsena serve` listens. Default: `127.0.0.1`. */
  readonly host: string;
  /** PORT: the port on which `tsena serve` listens. Default: 4000. */
  readonly port: number;
  /** TRUST_PROXY, as Express's setting of this name. The companion ignores a host app's own setting. Default: false. */
  readonly trustProxy: TrustProxy;
  /** MAX_STREAMS: how many event streams may be open in all; beyond, pages poll. Default: 20 000. */
  readonly maxStreams: number;
  /** MAX_STREAMS_PER_ADDRESS: the same from one address; a carrier's NAT gives many shoppers one address. Default: 5000. */
  readonly maxStreamsPerAddress: number;
}

/** The companion's settings, validated. Addresses have no trailing slash. */
export interface Settings {
  /** The operator's service. */
  readonly operator: OperatorSettings;
  /** Who receives the money. */
  readonly merchant: MerchantSettings;
  /** PUBLIC_URL: where browsers and the operator reach the companion. Null: no callbacks, and no payment links. */
  readonly publicUrl: string | null;
  /** How the payment pages look. */
  readonly brand: Brand;
  /** CALLBACK_BASE_URL: another address for the operator's callbacks. Default: `publicUrl`. */
  readonly callbackBaseUrl: string | null;
  /** ORDER_TOKEN_SECRET: tokens may be signed with any of these; the companion signs with the first. */
  readonly orderTokenSecrets: readonly Secret[];
  /** ALLOWED_ORIGINS: the origins of the shop pages that may call from a browser. Default: none. */
  readonly allowedOrigins: readonly string[];
  /** DATABASE_URL: `file:…` or `postgres://…`. Default: `file:./data/tsena.db`. */
  readonly databaseUrl: string;
  /** Where webhooks go; null: nowhere. */
  readonly webhook: WebhookSettings | null;
  /** WEBHOOK_ALLOW_PRIVATE: whether the addresses that the merchant sets in the dashboard may be private. Default: false. */
  readonly allowPrivate: boolean;
  /** E-mails to the merchant; null: none. */
  readonly mail: MailSettings | null;
  /** MERCHANT_API_KEY: the owner's key. Null: no merchant API and no dashboard. */
  readonly merchantApiKey: Secret | null;
  /** ATTEMPT_COOLDOWN_SECONDS, in ms: from when a payment without a result no longer blocks a new one of the order. Default: 90 000. */
  readonly attemptCooldownMs: number;
  /** RETAIN_DAYS: days after the end of a payment after which the payer's number is erased. Null: never. */
  readonly retainDays: number | null;
  /** How many attempts it accepts. */
  readonly limits: LimitSettings;
  /** The HTTP server. */
  readonly http: HttpSettings;
  /** LOG_LEVEL. Default: `info`. */
  readonly logLevel: LogLevel;
  /** METRICS_TOKEN: the bearer token for `/metrics`. Null: only this machine and its private network can read it. */
  readonly metricsToken: Secret | null;
  /** The merchant's settings that are set here. The others can be set in the dashboard, and are stored in the database. */
  readonly fixed: readonly MerchantSettingName[];
}

/** The settings that nobody changes while the companion runs. */
export interface FixedSettings
  extends Omit<Settings, 'operator' | 'merchant' | 'publicUrl' | 'callbackBaseUrl' | 'brand' | 'webhook' | 'mail'> {
  readonly operator: Omit<OperatorSettings, 'name'>;
  readonly merchant: Pick<MerchantSettings, 'partnerMsisdn'>;
}

/** Returns the settings as they are now. Ask each time: the merchant can change some of them in the dashboard. */
export type ReadCurrent = () => Settings;
