import { Command, Option } from 'commander';
import { answering } from '../../../cli/answering.ts';
import { parseWhole } from '../../../cli/arguments.ts';
import { printLine, printTable, writeTime } from '../../../cli/output.ts';
import { listAudit, viewAuditEntry } from '../../auditLog.ts';
import { viewRows } from '../../viewRow.ts';

const MAX_LISTED = 200;
const LISTED = 50;

/** `tsena audit` */
export function audit(): Command {
  const command = new Command('audit')
    .description('list who did what, newest first')
    .addOption(new Option('--limit <number>', 'how many at most').default(LISTED).argParser(parseWhole(1, MAX_LISTED)));
  return answering(command, {
    json: 'print the entries as JSON',
    help: '\nExample:\n  tsena audit --limit 200',
    async answer({ storage, log }, { limit }: { readonly limit: number }) {
      const { rows } = await listAudit(storage.store.db, limit);
      return { data: viewRows(log, rows, viewAuditEntry) };
    },
    print({ data }) {
      if (data.length === 0) printLine('The audit log is empty.');
      else
        printTable(
          ['time', 'by', 'action', 'subject', 'from'],
          data.map(({ at, by, action, subject, address }) => [writeTime(at), by, action, subject ?? '', address ?? '']),
        );
    },
  });
}
