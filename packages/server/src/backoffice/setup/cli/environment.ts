import type { Settings } from '../../../config/settings.ts';
import { readEnvironment } from '../../../database/databaseEnvironment.ts';
import { type Finding, failed, ok } from '../../finding.ts';
import { onDatabase } from './onDatabase.ts';

const name = 'database';

/** Checks whether the database belongs to the environment of the settings. */
export async function checkEnvironment({ databaseUrl, operator: { environment } }: Settings): Promise<Finding[]> {
  const findings = await onDatabase(databaseUrl, async ({ db }) => {
    const stored = await readEnvironment(db);
    if (stored === undefined) return [ok(name, `new: the first start binds it to ${environment}`)];
    if (stored === environment) return [ok(name, `belongs to ${environment}`)];
    const advice = `Set DATABASE_URL to a database for ${environment}, or OPERATOR_ENVIRONMENT=${stored}`;
    return [failed(name, `belongs to ${stored}, but OPERATOR_ENVIRONMENT is ${environment}: the companion does not start`, advice)];
  });
  return findings ?? [];
}
