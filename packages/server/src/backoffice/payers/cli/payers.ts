import { Command } from '@commander-js/extra-typings';
import { type Msisdn, msisdnSchema } from '@tsena/shared';
import { answering, group } from '../../../cli/kit/answering.ts';
import { parseBy } from '../../../cli/kit/arguments.ts';
import { printLine } from '../../../cli/kit/output.ts';
import { ON_COMMAND_LINE } from '../../shared/auditLog.ts';
import { erasePayer } from '../erasePayer.ts';

/** `tsena payers` */
export function payers() {
  return group('payers', erase());
}

function erase() {
  const command = new Command('erase').argument(
    '<number>',
    'the payer’s number, in any spelling',
    parseBy(msisdnSchema, 'a phone number that begins with 034, 037 or 038'),
  );
  return answering(command, {
    json: 'print the result as JSON: payments, open',
    answer: ({ storage }, msisdn: Msisdn) => erasePayer(storage, msisdn, ON_COMMAND_LINE),
    print({ payments, open }) {
      printLine(`Payments from which the number is erased: ${payments}.`);
      if (open > 0)
        printLine(`Payments that keep it, because they have not ended: ${open}. Run the command again when they have.`);
    },
  });
}
