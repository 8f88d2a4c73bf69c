import { existsSync } from 'node:fs';
import { sqlitePath } from '../../../cli/offline.ts';
import type { Settings } from '../../../config/settings.ts';
import { openStore } from '../../../database/store.ts';
import type { SetupFinding } from '../finding.ts';
import { runRecordedChecks } from '../recordedChecks.ts';

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
