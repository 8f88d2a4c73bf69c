import { Command } from '@commander-js/extra-typings';
import { listCommand } from '../../../cli/listCommand.ts';
import { pageOfAudit } from '../../auditLog.ts';

/** `tsena audit` */
export function audit() {
  return listCommand(new Command('audit').description('list who did what, newest first'), {
    rows: 'entries',
    help: '\nExample:\n  tsena audit --limit 200',
    none: 'The audit log is empty.',
    read: pageOfAudit,
    columns: [['time', 'at'], 'by', 'action', 'subject', ['from', 'address']],
  });
}
