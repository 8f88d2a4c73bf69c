import { Command } from '@commander-js/extra-typings';
import { listCommand, viewPage } from '../../../cli/listCommand.ts';
import { listAudit, viewAuditEntry } from '../../auditLog.ts';

/** `tsena audit` */
export function audit() {
  return listCommand(new Command('audit').description('list who did what, newest first'), {
    rows: 'entries',
    help: '\nExample:\n  tsena audit --limit 200',
    none: 'The audit log is empty.',
    read: (context, _options, limit) => viewPage(context, listAudit(context.storage.store.db, limit), viewAuditEntry),
    columns: [['time', 'at'], 'by', 'action', 'subject', ['from', 'address']],
  });
}
