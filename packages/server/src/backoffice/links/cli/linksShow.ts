import type { LinkId } from '@tsena/shared/checkout';
import { Command } from 'commander';
import { parseLinkId } from '../../../cli/arguments.ts';
import { withStorage } from '../../../cli/offline.ts';
import { CommandError, printJson } from '../../../cli/output.ts';
import { findLink } from '../linkRows.ts';
import { printLink, viewLinkOf } from './linkOutput.ts';

/** `tsena links show` */
export function linksShow(): Command {
  return new Command('show')
    .description('show a payment link')
    .argument('<id>', 'the link’s id', parseLinkId)
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
Examples:
  tsena links show link_3vJtB5vGQ0m2bqzRr0o6Hw
  tsena payments list --link link_3vJtB5vGQ0m2bqzRr0o6Hw`,
    )
    .action(async (id: LinkId, { json }: { readonly json?: true }) => {
      const link = await withStorage(async (context) => {
        const found = await findLink(context.storage.store.db, id);
        if (found === undefined) throw new CommandError(`There is no payment link ${id}.`);
        return viewLinkOf(context, found);
      });
      if (json) printJson(link);
      else printLink(link);
    });
}
