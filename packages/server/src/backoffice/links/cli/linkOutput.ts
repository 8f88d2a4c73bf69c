import { type LinkId, linkIdSchema } from '@tsena/shared/checkout';
import type { Link } from '@tsena/shared/merchant';
import { InvalidArgumentError } from 'commander';
import * as z from 'zod/mini';
import { CommandError, printMembers, writeMoney } from '../../../cli/output.ts';
import type { Parts } from '../../../composition/parts.ts';
import type { LinkRow } from '../linkRows.ts';
import { viewLink } from '../paymentLinks.ts';

/** Parses a link's id. */
export function parseLinkId(text: string): LinkId {
  const read = z.safeParse(linkIdSchema, text);
  if (read.success) return read.data;
  throw new InvalidArgumentError('It must be a link’s id: link_ and 22 characters. `tsena links list` shows the ids.');
}

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
  printMembers({ ...link, amount: writeMoney(link.amount) });
}
