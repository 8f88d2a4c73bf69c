import { COMMAND_LINE, type Link } from '@tsena/shared/merchant';
import { inTerminalLanguage } from '../../../cli/french/inTerminalLanguage.ts';
import { CommandError, printMembers, writeMoney } from '../../../cli/output.ts';
import type { Parts } from '../../../composition/parts.ts';
import type { LinkRow } from '../linkRows.ts';
import { viewLink } from '../paymentLinks.ts';

/**
 * A link as the merchant API gives it.
 *
 * @throws CommandError without PUBLIC_URL, with which its address begins
 */
export function viewLinkOf({ current, storage }: Parts, link: LinkRow): Link {
  const { publicUrl } = current();
  if (publicUrl === null) {
    throw new CommandError('Payment links need PUBLIC_URL, the address under which browsers reach the companion.');
  }
  return viewLink(link, publicUrl, storage.clock.now());
}

/** Writes a link to standard output. */
export function printLink(link: Link): void {
  const createdBy = link.createdBy === COMMAND_LINE ? inTerminalLanguage(link.createdBy) : link.createdBy;
  printMembers({ ...link, amount: writeMoney(link.amount), createdBy });
}
