import { Command, Option } from '@commander-js/extra-typings';
import type { LinkId } from '@tsena/shared/checkout';
import { COMMAND_LINE, createLinkSchema, createLinkTexts, LINK_STATUSES, type Link } from '@tsena/shared/merchant';
import { answering, group } from '../../../cli/answering.ts';
import { parseLinkId, parseOptions } from '../../../cli/arguments.ts';
import { addBodyOptions } from '../../../cli/bodyOptions.ts';
import { inTerminalLanguage } from '../../../cli/french/inTerminalLanguage.ts';
import { listCommand } from '../../../cli/listCommand.ts';
import { printMembers } from '../../../cli/output.ts';
import { ON_COMMAND_LINE } from '../../auditLog.ts';
import { cancelLink, createLink, pageOfLinks, readLink } from '../paymentLinks.ts';

/** `tsena links` */
export function links() {
  return group('links', 'create, list, show and cancel payment links', create(), list(), show(), cancel());
}

function print(link: Link): void {
  const createdBy = link.createdBy === COMMAND_LINE ? inTerminalLanguage(link.createdBy) : link.createdBy;
  printMembers({ ...link, createdBy });
}

function create() {
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

function list() {
  const command = new Command('list')
    .description('list payment links, newest first')
    .addOption(new Option('--status <status>', 'only links with this status').choices(LINK_STATUSES))
    .option('--order <reference>', 'only links of this order');
  return listCommand(command, {
    rows: 'links',
    help: `
Examples:
  tsena links list --status active
  tsena links list --order ORDER-1042 --json`,
    none: 'No payment links match these filters.',
    read: pageOfLinks,
    columns: ['createdAt', 'id', 'order', 'amount', 'status', 'reusable', 'description'],
  });
}

function show() {
  return answering(new Command('show').description('show a payment link').argument('<id>', 'the link’s id', parseLinkId), {
    help: `
Examples:
  tsena links show link_3vJtB5vGQ0m2bqzRr0o6Hw
  tsena payments list --link link_3vJtB5vGQ0m2bqzRr0o6Hw`,
    answer: (context, id: LinkId) => readLink(context, id),
    print,
  });
}

function cancel() {
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
