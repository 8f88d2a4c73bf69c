import { msisdnSchema } from '@tsena/shared';
import { Command } from 'commander';
import { parseBy } from '../../../cli/arguments.ts';
import { withStorage } from '../../../cli/offline.ts';
import { printJson, printLine } from '../../../cli/output.ts';
import { ON_COMMAND_LINE } from '../../auditLog.ts';
import { erasePayer } from '../erasePayer.ts';

/** `tsena payers erase` */
export function payersErase(): Command {
  return new Command('erase')
    .description('erase a payer’s number from all payments that have ended')
    .argument('<number>', 'the payer’s number, in any spelling', parseBy(msisdnSchema))
    .option('--json', 'print the result as JSON: payments, open')
    .addHelpText(
      'after',
      `
The number is gone for good. Amounts, times, references and the masked number stay. Backups that you
made earlier keep the number until you delete them. The command line is in your shell’s history.

Example:
  tsena payers erase "034 12 345 67"`,
    )
    .action(async (msisdn, { json }: { json?: true }) => {
      const erased = await withStorage(({ storage }) => erasePayer(storage, msisdn, ON_COMMAND_LINE));
      if (json) {
        printJson(erased);
        return;
      }
      printLine(`The number is erased from ${erased.payments} payments.`);
      if (erased.open > 0)
        printLine(`${erased.open} payments keep it, because they have not ended yet. Run the command again when they have.`);
    });
}
