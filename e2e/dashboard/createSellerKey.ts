import type { CreatedKey } from '@tsena/shared/merchant';
import type { Dashboard } from './openDashboard.ts';

/** A key that opens the counter alone. */
export async function createSellerKey(dashboard: Dashboard): Promise<string> {
  return (await dashboard.ask<CreatedKey>('keys', { name: 'Hanta', scope: 'counter' })).secret;
}
