// A Vendure server with the plugin and two products, on PostgreSQL or in memory. Prints its warnings, and where it
// listens.
import { TsenaPlugin } from '@tsena/vendure';
import {
  bootstrap,
  ChannelService,
  DefaultLogger,
  dummyPaymentHandler,
  LanguageCode,
  LogLevel,
  manualFulfillmentHandler,
  PaymentMethodService,
  Populator,
  ProductService,
  ProductVariantService,
  RequestContextService,
} from '@vendure/core';

const options = JSON.parse(process.env.TSENA_OPTIONS);

const app = await bootstrap({
  apiOptions: {
    port: Number(process.env.PORT),
    hostname: '127.0.0.1',
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
  },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: 'superadmin', password: 'superadmin' },
    requireVerification: false,
  },
  dbConnectionOptions: {
    ...(process.env.DATABASE_URL === undefined
      ? { type: 'sqljs', autoSave: false }
      : { type: 'postgres', url: process.env.DATABASE_URL }),
    synchronize: true,
    logging: false,
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  shippingOptions: { fulfillmentHandlers: [manualFulfillmentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
  plugins: [process.env.WITHOUT_INIT === '1' ? TsenaPlugin : TsenaPlugin.init(options)],
});

await app.get(Populator).populateInitialData({
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Africa',
  countries: [{ name: 'Madagascar', code: 'MG', zone: 'Africa' }],
  taxRates: [{ name: 'No tax', percentage: 0 }],
  shippingMethods: [{ name: 'Delivery', price: 0 }],
  paymentMethods: [
    {
      name: 'Dummy',
      handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
});

const contexts = app.get(RequestContextService);
const channels = app.get(ChannelService);
const channel = await channels.getDefaultChannel();
const admin = await contexts.create({ apiType: 'admin', channelOrToken: channel });
await channels.update(admin, { id: channel.id, defaultCurrencyCode: 'MGA', availableCurrencyCodes: ['MGA'] });
const ctx = await contexts.create({ apiType: 'admin', channelOrToken: await channels.getDefaultChannel() });
for (const [name, price] of [
  ['Vanilla', 4_450_000],
  ['Half an ariary', 4_450_050],
]) {
  const translations = [{ languageCode: LanguageCode.en, name, slug: name, description: name }];
  const product = await app.get(ProductService).create(ctx, { enabled: true, translations });
  await app.get(ProductVariantService).create(ctx, [
    {
      productId: product.id,
      sku: name,
      price,
      trackInventory: 'FALSE',
      translations: [{ languageCode: LanguageCode.en, name }],
    },
  ]);
}

const handler = { code: 'tsena', arguments: [] };
await app.get(PaymentMethodService).create(ctx, {
  code: 'mobile-money',
  enabled: true,
  handler,
  translations: [{ languageCode: LanguageCode.en, name: 'Mobile money', description: '' }],
});

console.log(`listening on http://127.0.0.1:${app.getHttpServer().address().port}`);
