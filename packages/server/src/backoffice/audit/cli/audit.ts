import { Command } from '@commander-js/extra-typings';
import { listCommand } from '../../../cli/kit/listCommand.ts';
import { pageOfAudit } from '../../shared/auditLog.ts';

/** `tsena audit` */
export function audit() {
  return listCommand(new Command('audit'), {
    rows: 'entries',
    none: 'The audit log is empty.',
    read: pageOfAudit,
    columns: [['time', 'at'], 'by', ['key', 'keyId'], 'action', 'subject', ['from', 'address']],
  });
}
