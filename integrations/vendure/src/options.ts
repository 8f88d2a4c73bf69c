import {
  checkOrderTokenSecret,
  checkWebhookSecret,
  createMerchantClient,
  type Environment,
  type Secrets,
  TsenaError,
} from '@tsena/node';
import type { Order } from '@vendure/core';

/**
 * Options of `TsenaPlugin.init()`. A server does not start without the first three; `undefined` is for tools that load
 * the configuration.
 */
export interface TsenaPluginOptions {
  /** The companion's `PUBLIC_URL`: `https://pay.example`. */
  readonly companionUrl: string | undefined;
  /** The companion's `ORDER_TOKEN_SECRET`, at least 32 characters. */
  readonly orderTokenSecret: Secrets | undefined;
  /** The companion's `WEBHOOK_SECRET`: `whsec_…`; several while rotating. */
  readonly webhookSecret: Secrets | undefined;
  /**
   * The companion's `OPERATOR_ENVIRONMENT`: `sandbox` (default) or `production`. Webhooks of the other one are refused.
   */
  readonly environment?: string | undefined;
  /**
   * What order references begin with, before the order's code; default `VD-`. Another one for each shop that uses the
   * same companion.
   */
  readonly orderPrefix?: string | undefined;
  /** A merchant key of scope `operate`: the plugin then records refunds at the companion. */
  readonly merchantApiKey?: string | undefined;
  /** Where the hosted page leads the shopper after paying. */
  readonly returnUrl?: ((order: Order) => string) | undefined;
}

/** The options that were checked, with their defaults. */
export interface Options extends Pick<TsenaPluginOptions, 'merchantApiKey' | 'returnUrl'> {
  readonly companionUrl: string;
  readonly orderTokenSecret: Secrets;
  readonly webhookSecret: Secrets;
  readonly environment: Environment;
  readonly orderPrefix: string;
}

/** Names the option that a check refuses. */
function named(option: keyof TsenaPluginOptions, check: () => unknown): void {
  try {
    check();
  } catch (error) {
    throw error instanceof TsenaError ? new TsenaError(error.code, `${option}: ${error.message}`) : error;
  }
}

/**
 * Checks the options. With an empty secret, anyone could sign an order or a webhook.
 *
 * @throws TsenaError `order_token_secret_invalid`, `webhook_secret_invalid`, or `request_invalid` for another option
 */
export function readOptions(options: TsenaPluginOptions): Options {
  const {
    companionUrl = '',
    orderTokenSecret = '',
    webhookSecret = '',
    environment = 'sandbox',
    orderPrefix = 'VD-',
  } = options;
  named('orderTokenSecret', () => checkOrderTokenSecret(orderTokenSecret));
  named('webhookSecret', () => checkWebhookSecret(webhookSecret));
  // The client checks the address and the form of the key. It sends nothing.
  named('companionUrl', () => createMerchantClient({ companionUrl, apiKey: 'none' }));
  named('merchantApiKey', () => createMerchantClient({ companionUrl, apiKey: options.merchantApiKey ?? 'none' }));
  if (environment !== 'sandbox' && environment !== 'production') {
    throw new TsenaError('request_invalid', 'environment must be sandbox or production.');
  }
  // An order code can begin with a digit: a prefix that ends with one could belong to two shops.
  if (!/^[A-Za-z0-9._-]{0,29}[A-Za-z._-]$/.test(orderPrefix) || /^(?:LNK|CTR)-/.test(orderPrefix)) {
    throw new TsenaError(
      'request_invalid',
      'orderPrefix needs 1 to 30 letters, digits, dots, hyphens or underscores, no digit at its end, and not LNK- or CTR- at its beginning.',
    );
  }
  return {
    ...options,
    companionUrl: companionUrl.replace(/\/+$/, ''),
    orderTokenSecret,
    webhookSecret,
    environment,
    orderPrefix,
  };
}

let current: TsenaPluginOptions | undefined;

/**
 * Keeps the options for the start of the server, which checks them with {@link currentOptions}. They are not checked
 * here: the build of the dashboard and Vendure's commands load the shop's configuration too, where its secrets are not
 * set.
 */
export function keepOptions(options: TsenaPluginOptions): void {
  current = options;
}

/**
 * The options of `TsenaPlugin.init()`.
 *
 * @throws Error before `init()`
 * @throws TsenaError as {@link readOptions}
 */
export function currentOptions(): Options {
  if (current === undefined)
    throw new Error('Call TsenaPlugin.init({ companionUrl, orderTokenSecret, webhookSecret }).');
  return readOptions(current);
}
