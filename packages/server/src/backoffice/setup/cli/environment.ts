import { existsSync } from 'node:fs';
import { sqlitePath } from '../../../cli/offline.ts';
import type { Settings } from '../../../config/settings.ts';
import { readEnvironment } from '../../../database/databaseEnvironment.ts';
import { openStore } from '../../../database/store.ts';
import { type Finding, failed, ok } from '../finding.ts';

const name = 'database';

/** Checks whether the database belongs to the environment of the settings. */
export async function checkEnvironment({ databaseUrl, operator: { environment } }: Settings): Promise<Finding[]> {
  const path = sqlitePath(databaseUrl);
  if (path !== undefined && !existsSync(path)) return [];
  const store = await openStore(databaseUrl);
  try {
    const stored = await readEnvironment(store.db);
    if (stored === undefined) return [ok(name, `new: the first start binds it to ${environment}`)];
    if (stored === environment) return [ok(name, `belongs to ${environment}`)];
    const advice = `Set DATABASE_URL to a database for ${environment}, or OPERATOR_ENVIRONMENT=${stored}`;
    return [failed(name, `belongs to ${stored}, but OPERATOR_ENVIRONMENT is ${environment}: the companion does not start`, advice)];
  } finally {
    await store.close();
  }
}
