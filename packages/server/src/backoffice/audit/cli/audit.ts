import { Command } from '@commander-js/extra-typings';
import { addListOptions, listOptionsOf, printList, printMore } from '../../../cli/kit/listCommand.ts';
import { withStorage } from '../../../cli/kit/offline.ts';
import { printJson, printLine, printTable } from '../../../cli/kit/output.ts';
import { pageOfAudit } from '../../shared/auditLog.ts';
import { verifyHistories } from '../verifyHistories.ts';

/** `tsena audit` */
export function audit() {
  const command = new Command('audit').option('--verify', 'check the history of every payment instead');
  addListOptions(command, 'entries or findings');
  return command.action(async ({ verify, ...options }) => {
    if (verify === true) return printVerification(listOptionsOf(command));
    return printList(command, options, {
      rows: 'entries',
      none: 'The audit log is empty.',
      read: pageOfAudit,
      columns: [['time', 'at'], 'by', ['key', 'keyId'], 'action', 'subject', ['from', 'address']],
    });
  });
}

async function printVerification({ limit, asJson }: ReturnType<typeof listOptionsOf>): Promise<void> {
  const verified = await withStorage(({ storage }) => verifyHistories(storage.store, limit));
  const { payments, found, deviations } = verified;
  if (asJson) printJson(verified);
  else {
    if (found > 0) {
      printTable(
        ['payment', 'order', 'finding'],
        deviations.map(({ paymentId, order, message }) => [paymentId, order, message]),
      );
    }
    if (found > deviations.length) printMore('findings', limit);
    printLine(`Payments: ${payments}. Findings: ${found}.`);
  }
  if (found > 0) process.exitCode = 1;
}
