import { PROBLEMS } from '@tsena/shared';
import { COMMAND_LINE, createLinkSchema, createLinkTexts } from '@tsena/shared/merchant';
import { Command } from 'commander';
import * as z from 'zod/mini';
import { addBodyOptions } from '../../../cli/bodyOptions.ts';
import { withStorage } from '../../../cli/offline.ts';
import { CommandError, printJson } from '../../../cli/output.ts';
import { createLink } from '../paymentLinks.ts';
import { printLink } from './linkOutput.ts';

/** `tsena links create` */
export function linksCreate(): Command {
  const command = new Command('create').description('create a payment link').argument('<amount>', 'whole Ariary, at least 100');
  addBodyOptions(command, createLinkSchema, createLinkTexts, ['amount']);
  return command
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
Examples:
  tsena links create 25000 --description "Lamba landy"
  tsena links create 2000 --description "Entry" --reusable`,
    )
    .action(async (amount: string, { json, ...optional }: { readonly json?: true }) => {
      const body = z.safeParse(createLinkSchema, { amount, ...optional });
      if (!body.success) {
        throw new CommandError(body.error.issues.map(({ path, message }) => `${path.join('.') || 'The link'}: ${message}.`).join('\n'));
      }
      const result = await withStorage((context) => createLink(context, { body: body.data, by: COMMAND_LINE }));
      switch (result.kind) {
        case 'created':
          if (json) printJson(result.link);
          else printLink(result.link);
          return;
        case 'invalid':
          throw new CommandError(result.errors.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}.`).join('\n'));
        case 'taken':
          throw new CommandError(`${PROBLEMS.link_order_taken.cause}${result.link === null ? '' : ` It is ${result.link.id}.`}`);
        case 'reused':
          throw new CommandError(PROBLEMS.idempotency_key_reused.cause);
        case 'no_public_url':
          throw new CommandError(PROBLEMS.public_url_missing.cause);
      }
    });
}
