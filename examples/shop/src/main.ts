import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createShop } from './app.ts';
import { readSettings, type Settings } from './settings.ts';

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(1);
  }
}

const settings = settingsOrExit();
const server = createServer();

function ownUrl(): string {
  const address = server.address();
  const port =
    address !== null && typeof address === 'object' ? (address satisfies AddressInfo).port : settings.SHOP_PORT;
  return `http://${settings.SHOP_HOST}:${port}`;
}

server.on(
  'request',
  createShop({
    companionUrl: settings.COMPANION_URL,
    publicUrl: () => settings.SHOP_PUBLIC_URL ?? ownUrl(),
    orderTokenSecret: settings.ORDER_TOKEN_SECRET,
    webhookSecret: settings.WEBHOOK_SECRET,
    merchantApiKey: settings.MERCHANT_API_KEY,
    environment: settings.OPERATOR_ENVIRONMENT,
  }),
);

server.on('error', (error: NodeJS.ErrnoException) => {
  const inUse = error.code === 'EADDRINUSE';
  console.error(
    inUse
      ? `Port ${settings.SHOP_PORT} is in use. Set SHOP_PORT to another port.`
      : `The shop cannot listen: ${error.message}`,
  );
  process.exit(1);
});

server.listen(settings.SHOP_PORT, settings.SHOP_HOST, () => console.log(`listening on ${ownUrl()}`));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
  });
}
