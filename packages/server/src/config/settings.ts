import type { Language, Msisdn } from '@tsena/shared';
import type { Secret } from './secret.ts';

/** Where the payments go: a simulation, or real money. */
export const OPERATOR_ENVIRONMENTS = ['sandbox', 'production'] as const;

/** The words of LOG_LEVEL, from the fewest messages to the most, and `silent`. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The largest number of events in a period. */
export interface Limit {
  readonly count: number;
  readonly windowMs: number;
}

/** The merchant's colour and logo on payment pages. */
export interface Brand {
  /** `#0b5d45` */
  readonly color: string | null;
  readonly logoUrl: string | null;
}

/**
 * How the companion reaches the SMTP server. `tls`: encrypted from the start. `starttls`: encrypted after STARTTLS, or not used at all.
 * `none`: not encrypted, for a server on this machine or one that the settings allow.
 */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  readonly login: { readonly user: string; readonly password: Secret } | null;
}

/** A sender: an address, with a name if there is one. */
export interface Sender {
  readonly name: string | null;
  readonly address: string;
}

/** As Express's setting `trust proxy`. */
export type TrustProxy = boolean | number | string;

/** The companion's settings, validated. Addresses have no trailing slash. */
export interface Settings {
  readonly operator: {
    readonly baseUrl: string;
    /** The service's name in the path prefix `/svc/mm/` and in the scope. */
    readonly service: string;
    /** A second token scope, `device_…`, whose tokens other companions with the same key do not revoke; null: none. */
    readonly deviceScope: string | null;
    /** The name under which shoppers know the operator; null: not set. */
    readonly name: string | null;
    readonly environment: (typeof OPERATOR_ENVIRONMENTS)[number];
    readonly consumerKey: Secret;
    readonly consumerSecret: Secret;
    /** For one request to the operator, from connecting to the end of the answer, in ms. */
    readonly timeoutMs: number;
  };
  readonly merchant: { readonly partnerName: string; readonly partnerMsisdn: Msisdn; readonly userLanguage: 'MG' | 'FR' };
  readonly publicUrl: string | null;
  /** How the payment pages look. */
  readonly brand: Brand;
  readonly callbackBaseUrl: string | null;
  /** Tokens may be signed with any of these; the companion signs with the first. */
  readonly orderTokenSecrets: readonly Secret[];
  readonly allowedOrigins: readonly string[];
  readonly databaseUrl: string;
  readonly webhook: { readonly url: string; readonly secrets: readonly Secret[]; readonly allowPrivate: boolean } | null;
  /** E-mails to the merchant; null: none. */
  readonly mail: { readonly server: SmtpServer; readonly to: string; readonly from: Sender; readonly language: Language } | null;
  readonly merchantApiKey: Secret | null;
  readonly attemptCooldownMs: number;
  /** Days after the end of a payment after which the payer's number is erased; null: never. */
  readonly retainDays: number | null;
  readonly limits: { readonly perMsisdn: Limit | null; readonly perIp: Limit | null; readonly perLink: Limit | null };
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** As Express's setting of this name. The companion ignores a host app's own setting. */
    readonly trustProxy: TrustProxy;
    /** Open event streams in all, and from one address: a carrier's NAT gives many shoppers one address. */
    readonly maxStreams: number;
    readonly maxStreamsPerAddress: number;
  };
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** The bearer token for `/metrics`; null: only this machine and its private network can read it. */
  readonly metricsToken: Secret | null;
}
