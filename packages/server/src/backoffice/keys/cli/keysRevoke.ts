import { COMMAND_LINE } from '@tsena/shared/merchant';
import { Command } from 'commander';
import { withStorage } from '../../../cli/offline.ts';
import { CommandError, printJson, printLine } from '../../../cli/output.ts';
import { revokeKey } from '../keyRows.ts';

/** `tsena keys revoke` */
export function keysRevoke(): Command {
  return new Command('revoke')
    .description('revoke a key of the merchant API for good')
    .argument('<id>', 'the key’s id, as `tsena keys list` shows it')
    .option('--json', 'as JSON: the id')
    .addHelpText(
      'after',
      `
From then on the running companion answers the key with 401, and its sessions in the dashboard end.

Example:
  tsena keys revoke key_0J3wzQm3m1x9Zr8Qp5T2Vw`,
    )
    .action(async (id: string, { json }: { json?: true }) => {
      const isKnown = await withStorage(({ storage }) => revokeKey(storage, id, COMMAND_LINE));
      if (!isKnown) throw new CommandError(`No key has the id ${id}. \`tsena keys list\` lists the keys.`);
      if (json) printJson({ revoked: id });
      else printLine(`${id} is revoked.`);
    });
}
