import { existsSync } from 'node:fs';
import type { SetupFinding } from '../../checks/finding.ts';
import { runRecordedChecks } from '../../checks/recordedChecks.ts';
import type { Settings } from '../../config/settings.ts';
import { openStore } from '../../storage/engine/store.ts';
import { sqlitePath } from '../offline.ts';

/** The checks of the setup page that read the database; none without a database. The command pings the shop itself. */
export async function checkRecorded(settings: Settings): Promise<SetupFinding[]> {
  const path = sqlitePath(settings.databaseUrl);
  if (path !== undefined && !existsSync(path)) return [];
  const store = await openStore(settings.databaseUrl);
  try {
    const now = store.databaseTime?.now() ?? Date.now();
    const findings = await runRecordedChecks({ db: store.db, settings, webhooksEnabled: settings.webhook !== null, now });
    return findings.filter(({ name }) => name !== 'webhook_answered');
  } finally {
    await store.close();
  }
}
