import { PROBLEMS } from '@tsena/shared';
import { COMMAND_LINE, createLinkSchema } from '@tsena/shared/merchant';
import { Command } from 'commander';
import * as z from 'zod/mini';
import { withStorage } from '../../../cli/offline.ts';
import { CommandError, printJson } from '../../../cli/output.ts';
import { printLink } from './linkOutput.ts';

interface Options {
  readonly description?: string;
  readonly order?: string;
  readonly expiresAt?: string;
  readonly returnUrl?: string;
  readonly reusable?: true;
  readonly json?: true;
}

/** `tsena links create` */
export function linksCreate(): Command {
  return new Command('create')
    .description('create a payment link')
    .argument('<amount>', 'whole Ariary, at least 100')
    .option('--description <text>', 'what it is for, as payers see it; at most 50 characters')
    .option('--order <reference>', 'your own order reference; without it, one is generated')
    .option('--expires-at <time>', 'from when no new payment can begin: 2026-05-03T18:00:00+03:00')
    .option('--return-url <address>', 'where the page links to after the payment')
    .option('--reusable', 'each payer gets an order of their own, as for a price on a poster')
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
Examples:
  tsena links create 25000 --description "Lamba landy"
  tsena links create 2000 --description "Entry" --reusable`,
    )
    .action(async (amount: string, { json, ...optional }: Options) => {
      const body = z.safeParse(createLinkSchema, { amount, ...optional });
      if (!body.success) {
        throw new CommandError(body.error.issues.map(({ path, message }) => `${path.join('.') || 'The link'}: ${message}.`).join('\n'));
      }
      const result = await withStorage((context) => context.createLink({ body: body.data, by: COMMAND_LINE }));
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
