import { writeLocalTime } from '@tsena/shared/merchant';
import { Command, Option } from 'commander';
import { parseWhole } from '../../../cli/arguments.ts';
import { withStorage } from '../../../cli/offline.ts';
import { printJson, printLine, printTable } from '../../../cli/output.ts';
import { listAudit, viewAuditEntry } from '../../auditLog.ts';

const MAX_LISTED = 200;
const LISTED = 50;

/** `tsena audit` */
export function audit(): Command {
  return new Command('audit')
    .description('list who did what, newest first')
    .addOption(new Option('--limit <number>', 'how many at most').default(LISTED).argParser(parseWhole(1, MAX_LISTED)))
    .option('--json', 'print the entries as JSON')
    .addHelpText('after', '\nExample:\n  tsena audit --limit 200')
    .action(async ({ limit, json }: { readonly limit: number; readonly json?: true }) => {
      const { rows } = await withStorage(({ storage }) => listAudit(storage.store.db, limit));
      if (json) printJson({ data: rows.map(viewAuditEntry) });
      else if (rows.length === 0) printLine('The audit log is empty.');
      else
        printTable(
          ['time', 'by', 'action', 'subject', 'from'],
          rows.map(({ at, by, action, subject, address }) => [writeLocalTime(at), by, action, subject ?? '', address ?? '']),
        );
    });
}
