import { PROBLEMS } from '@tsena/shared';
import type { LinkId } from '@tsena/shared/checkout';
import { COMMAND_LINE } from '@tsena/shared/merchant';
import { Command } from 'commander';
import { parseLinkId } from '../../../cli/arguments.ts';
import { withStorage } from '../../../cli/offline.ts';
import { CommandError, printJson } from '../../../cli/output.ts';
import { cancelPaymentLink } from '../paymentLinks.ts';
import { printLink, viewLinkOf } from './linkOutput.ts';

/** `tsena links cancel` */
export function linksCancel(): Command {
  return new Command('cancel')
    .description('cancel a payment link: no new payment can begin, and payments that have begun continue')
    .argument('<id>', 'the link’s id', parseLinkId)
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
Example:
  tsena links cancel link_3vJtB5vGQ0m2bqzRr0o6Hw`,
    )
    .action(async (id: LinkId, { json }: { readonly json?: true }) => {
      const link = await withStorage(async (context) => {
        const result = await cancelPaymentLink(context, id, COMMAND_LINE);
        if (result.kind === 'cancelled') return viewLinkOf(context, result.link);
        throw new CommandError(result.kind === 'paid' ? PROBLEMS.link_paid.cause : `There is no payment link ${id}.`);
      });
      if (json) printJson(link);
      else printLink(link);
    });
}
