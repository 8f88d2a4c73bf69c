import { existsSync } from 'node:fs';
import { readNotificationMethods } from '../../storage/notificationMethods.ts';
import { openStore } from '../../storage/store.ts';
import { sqlitePath } from '../offline.ts';
import { type Finding, ok, warn } from './finding.ts';

const name = 'callbacks';

/** Checks whether the operator accepts the callback address that the companion sends; no finding if nothing shows it. */
export async function checkNotificationMethod(databaseUrl: string): Promise<Finding[]> {
  const path = sqlitePath(databaseUrl);
  if (path !== undefined && !existsSync(path)) return [];
  const store = await openStore(databaseUrl);
  try {
    const { answered, polling } = await readNotificationMethods(store.db, store.databaseTime?.now() ?? Date.now());
    if (answered === 0) return [];
    if (polling === 0) return [ok(name, 'the operator accepts the callback address')];
    return [
      warn(
        name,
        `the operator answered “polling” to ${polling} of the last ${answered} payments, although a callback address was sent`,
        'Payments are found by polling. Ask the operator whether callbacks are enabled for your application, and whether it accepts the address',
      ),
    ];
  } finally {
    await store.close();
  }
}
