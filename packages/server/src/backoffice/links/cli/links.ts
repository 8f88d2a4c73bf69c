import type { LinkId } from '@tsena/shared/checkout';
import { COMMAND_LINE, createLinkSchema, createLinkTexts, LINK_STATUSES, type Link, type LinkStatus } from '@tsena/shared/merchant';
import { Command, Option } from 'commander';
import { answering } from '../../../cli/answering.ts';
import { parseLinkId, parseOptions } from '../../../cli/arguments.ts';
import { addBodyOptions } from '../../../cli/bodyOptions.ts';
import { inTerminalLanguage } from '../../../cli/french/inTerminalLanguage.ts';
import { listCommand, viewPage } from '../../../cli/listCommand.ts';
import { printMembers, writeMoney, writeTime } from '../../../cli/output.ts';
import { ON_COMMAND_LINE } from '../../auditLog.ts';
import { listLinks } from '../linkRows.ts';
import { cancelLink, createLink, readLink, viewLink } from '../paymentLinks.ts';

/** `tsena links` */
export function links(): Command {
  return new Command('links')
    .description('create, list, show and cancel payment links')
    .addCommand(create())
    .addCommand(list())
    .addCommand(show())
    .addCommand(cancel());
}

function print(link: Link): void {
  const createdBy = link.createdBy === COMMAND_LINE ? inTerminalLanguage(link.createdBy) : link.createdBy;
  printMembers({ ...link, amount: writeMoney(link.amount), createdBy });
}

function create(): Command {
  const command = new Command('create').description('create a payment link').argument('<amount>', 'whole Ariary, at least 100');
  addBodyOptions(command, createLinkSchema, createLinkTexts, ['amount']);
  return answering(command, {
    help: `
Examples:
  tsena links create 25000 --description "Lamba landy"
  tsena links create 2000 --description "Entry" --reusable`,
    async answer(context, amount: string, { json: _json, ...optional }: { readonly json?: true }) {
      const body = parseOptions(createLinkSchema, { amount, ...optional });
      return createLink(context, { body, by: ON_COMMAND_LINE });
    },
    print,
  });
}

interface Filter {
  readonly status?: LinkStatus;
  readonly order?: string;
}

function list(): Command {
  return listCommand<Link, Filter>(
    {
      rows: 'links',
      description: 'list payment links, newest first',
      help: `
Examples:
  tsena links list --status active
  tsena links list --order ORDER-1042 --json`,
      none: 'No payment links match these filters.',
      columns: {
        created: ({ createdAt }) => writeTime(createdAt),
        id: ({ id }) => id,
        order: ({ order }) => order,
        amount: ({ amount }) => writeMoney(amount),
        status: ({ status }) => status,
        reusable: ({ reusable }) => inTerminalLanguage(reusable ? 'yes' : 'no'),
        description: ({ description }) => description ?? '-',
      },
    },
    (context, filter, limit) => {
      const { store, clock } = context.storage;
      return viewPage(context, listLinks(store.db, filter, clock.now(), limit), (link) => viewLink(context, link));
    },
    (command) =>
      command
        .addOption(new Option('--status <status>', 'only links with this status').choices(LINK_STATUSES))
        .option('--order <reference>', 'only links of this order'),
  );
}

function show(): Command {
  return answering(new Command('show').description('show a payment link').argument('<id>', 'the link’s id', parseLinkId), {
    help: `
Examples:
  tsena links show link_3vJtB5vGQ0m2bqzRr0o6Hw
  tsena payments list --link link_3vJtB5vGQ0m2bqzRr0o6Hw`,
    answer: (context, id: LinkId) => readLink(context, id),
    print,
  });
}

function cancel(): Command {
  const command = new Command('cancel')
    .description('cancel a payment link: no new payment can begin, and payments that have begun continue')
    .argument('<id>', 'the link’s id', parseLinkId);
  return answering(command, {
    help: `
Example:
  tsena links cancel link_3vJtB5vGQ0m2bqzRr0o6Hw`,
    answer: (context, id: LinkId) => cancelLink(context, id, ON_COMMAND_LINE),
    print,
  });
}
