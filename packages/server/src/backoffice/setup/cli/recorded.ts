import type { Settings } from '../../../config/settings.ts';
import type { SetupFinding } from '../../finding.ts';
import { runRecordedChecks } from '../recordedChecks.ts';
import { onDatabase } from './onDatabase.ts';

/** The checks of the setup page that read the database; none without a database. The command pings the shop itself. */
export async function checkRecorded(settings: Settings): Promise<SetupFinding[]> {
  const findings = await onDatabase(settings.databaseUrl, ({ db }, now) =>
    runRecordedChecks({ db, settings, webhooksEnabled: settings.webhook !== null, now }),
  );
  return (findings ?? []).filter(({ name }) => name !== 'webhook_answered');
}
