import { accounting } from './accounting/feature.ts';
import { audit } from './audit/feature.ts';
import { counter } from './counter/feature.ts';
import type { Feature, MerchantRoute } from './feature.ts';
import { keys } from './keys/feature.ts';
import { links } from './links/feature.ts';
import { overview } from './overview/feature.ts';
import { payers } from './payers/feature.ts';
import { payments } from './payments/feature.ts';
import { refunds } from './refunds/feature.ts';
import { settings } from './settings/feature.ts';
import { setup } from './setup/feature.ts';
import { statements } from './statements/feature.ts';
import { webhooks } from './webhooks/feature.ts';

/** What the merchant works with. The help has the commands in this order. */
export const FEATURES: readonly Feature[] = [
  payments,
  counter,
  links,
  overview,
  setup,
  webhooks,
  refunds,
  statements,
  accounting,
  keys,
  settings,
  audit,
  payers,
];

/** Loads the routes of the merchant API. */
export async function loadMerchantRoutes(): Promise<readonly MerchantRoute[]> {
  const routes = await Promise.all(FEATURES.map(async (feature) => (await feature.routes?.()) ?? []));
  return routes.flat();
}
