import { checkOrderTokenSecret, checkWebhookSecret, createMerchantClient, type Secrets, TsenaError } from '@tsena/node';

/** Options of the payment provider. */
export interface TsenaOptions {
  /** The companion's `PUBLIC_URL`: `https://pay.example`. */
  readonly companionUrl: string;
  /** The companion's `ORDER_TOKEN_SECRET`, at least 32 characters. */
  readonly orderTokenSecret: Secrets;
  /** The companion's `WEBHOOK_SECRET`: `whsec_…`; several while rotating. */
  readonly webhookSecret: Secrets;
  /**
   * The companion's `OPERATOR_ENVIRONMENT`: `sandbox` (default) or `production`. Webhooks of the other one are refused.
   */
  readonly environment?: string;
  /** A merchant key of scope `operate`: refunds are then recorded at the companion. */
  readonly merchantApiKey?: string;
  /** Where the hosted page leads the shopper after paying. */
  readonly returnUrl?: string;
}

/** Names the option that a check refuses. */
function named(option: keyof TsenaOptions, check: () => unknown): void {
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
export function checkOptions(options: TsenaOptions): void {
  const { companionUrl, orderTokenSecret, webhookSecret, merchantApiKey = 'none', environment = 'sandbox' } = options;
  named('orderTokenSecret', () => checkOrderTokenSecret(orderTokenSecret));
  named('webhookSecret', () => checkWebhookSecret(webhookSecret));
  // The client checks the address and the form of the key. It sends nothing.
  named('companionUrl', () => createMerchantClient({ companionUrl, apiKey: 'none' }));
  named('merchantApiKey', () => createMerchantClient({ companionUrl, apiKey: merchantApiKey }));
  if (environment !== 'sandbox' && environment !== 'production') {
    throw new TsenaError('request_invalid', 'environment must be sandbox or production.');
  }
}
