import { checkOrderTokenSecret, checkWebhookSecret, createMerchantClient, type Environment, type Secrets, TsenaError } from '@tsena/node';

/** Options of the payment provider. */
export interface TsenaOptions {
  /** The companion's `PUBLIC_URL`: `https://pay.example`. */
  readonly companionUrl: string;
  /** The companion's `ORDER_TOKEN_SECRET`, at least 32 characters. */
  readonly orderTokenSecret: Secrets;
  /** The companion's `WEBHOOK_SECRET`: `whsec_…`; several while rotating. */
  readonly webhookSecret: Secrets;
  /** The companion's `OPERATOR_ENVIRONMENT`; default `sandbox`. Payments of the other one change nothing. */
  readonly environment?: Environment;
  /** A merchant key of scope `operate`: refunds are then recorded at the companion. */
  readonly merchantApiKey?: string;
  /** Where the hosted page leads the shopper after paying. */
  readonly returnUrl?: string;
}

/**
 * Checks the options. With an empty secret, anyone could sign an order or a webhook.
 *
 * @throws TsenaError `order_token_secret_invalid`, `webhook_secret_invalid`, or `request_invalid` for another option
 */
export function checkOptions(options: TsenaOptions): void {
  checkOrderTokenSecret(options.orderTokenSecret);
  checkWebhookSecret(options.webhookSecret);
  // The client checks the address and the form of the key. It sends nothing.
  createMerchantClient({ companionUrl: options.companionUrl, apiKey: options.merchantApiKey ?? 'none' });
  const { environment = 'sandbox' } = options;
  if (environment !== 'sandbox' && environment !== 'production') {
    throw new TsenaError('request_invalid', 'environment must be sandbox or production.');
  }
}
