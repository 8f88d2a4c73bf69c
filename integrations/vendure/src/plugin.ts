import { PluginCommonModule, type RuntimeVendureConfig, type Type, VendurePlugin } from '@vendure/core';
import { TSENA_OPTIONS, WEBHOOK_ROUTE } from './constants.ts';
import { CurrencyGuard } from './currencyGuard.ts';
import { currentOptions, keepOptions, type TsenaPluginOptions } from './options.ts';
import { TsenaOrderPayments } from './orderPayments.ts';
import { tsenaOrderProcess } from './orderProcess.ts';
import { TsenaOrderTokens } from './orderTokens.ts';
import { tsenaPaymentHandler } from './paymentHandler.ts';
import { readRawBody } from './rawBody.ts';
import { TsenaRefunds } from './refunds.ts';
import { shopSchema, TsenaShopResolver } from './shopResolver.ts';
import { TsenaWebhookController } from './webhookController.ts';

function configure(config: RuntimeVendureConfig): RuntimeVendureConfig {
  config.paymentOptions.paymentMethodHandlers.push(tsenaPaymentHandler);
  config.orderOptions.process.push(tsenaOrderProcess);
  config.apiOptions.middleware.push({ route: WEBHOOK_ROUTE, handler: readRawBody, beforeListen: true });
  return config;
}

/**
 * Takes mobile money through a Tsena Checkout companion.
 *
 * @example plugins: [TsenaPlugin.init({ companionUrl: 'https://pay.example', orderTokenSecret, webhookSecret })]
 */
@VendurePlugin({
  imports: [PluginCommonModule],
  controllers: [TsenaWebhookController],
  // Without options, orders could not be signed, and webhooks not be verified: the server does not start.
  providers: [
    CurrencyGuard,
    TsenaOrderTokens,
    TsenaOrderPayments,
    TsenaRefunds,
    { provide: TSENA_OPTIONS, useFactory: currentOptions },
  ],
  configuration: configure,
  shopApiExtensions: { schema: shopSchema, resolvers: [TsenaShopResolver] },
  compatibility: '^3.0.0',
})
// biome-ignore lint/complexity/noStaticOnlyClass: a Vendure plugin is a class with a static init().
export class TsenaPlugin {
  /**
   * Keeps the options for the start of the server. With a secret that is missing or too short, or another wrong option,
   * it does not start.
   */
  static init(options: TsenaPluginOptions): Type<TsenaPlugin> {
    keepOptions(options);
    return TsenaPlugin;
  }
}
