import { cancelLink, createLink, payLink } from '../hosted/createLink.ts';
import type { Dashboard } from './openDashboard.ts';

const HOUR_MS = 60 * 60_000;
const PAYER = '034 35 000 03';

/** Creates the links of a shop: one in each status, and a reusable one. */
export async function createLinks(dashboard: Dashboard): Promise<void> {
  const { db } = dashboard.companion.storage.store;
  const expired = await createLink(dashboard, {
    amount: '40000',
    description: 'Satroka raffia',
    expiresAt: new Date(Date.now() + HOUR_MS).toISOString(),
  });
  await db
    .updateTable('links')
    .set({ expires_at: Date.now() - 60_000 })
    .where('id', '=', expired.id)
    .execute();
  await cancelLink(dashboard, await createLink(dashboard, { amount: '18000', description: 'Harona' }));
  await createLink(dashboard, { amount: '3000', description: 'Kafe iray', reusable: true });
  await payLink(dashboard, await createLink(dashboard, { amount: '65000', description: 'Lamba landy' }), PAYER);
  await createLink(dashboard, { amount: '12000', description: 'Siramamy 3 kg' });
}
