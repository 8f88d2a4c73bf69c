import { Command, Option } from '@commander-js/extra-typings';
import type { LinkId } from '@tsena/shared/checkout';
import { createLinkSchema, createLinkTexts, LINK_STATUSES, type Link, orderPrefixSchema } from '@tsena/shared/merchant';
import { answering, group } from '../../../cli/kit/answering.ts';
import { parseBy, parseLinkId, parseOptions } from '../../../cli/kit/arguments.ts';
import { addBodyOptions } from '../../../cli/kit/bodyOptions.ts';
import { addListOptions, printList } from '../../../cli/kit/listCommand.ts';
import { printMembers } from '../../../cli/kit/output.ts';
import { ON_COMMAND_LINE } from '../../shared/auditLog.ts';
import { cancelLink, createLink, pageOfLinks, readLink } from '../paymentLinks.ts';
import { importFile } from './importFile.ts';
import { printUnpaid } from './printUnpaid.ts';

/** `tsena links` */
export function links() {
  return group('links', create(), importFile(), list(), show(), cancel());
}

function print(link: Link): void {
  printMembers(link);
}

function create() {
  const command = new Command('create').argument('<amount>', 'whole Ariary, at least 100');
  addBodyOptions(command, createLinkSchema, createLinkTexts, ['amount']);
  return answering(command, {
    async answer(context, amount: string, { json: _json, ...optional }: { readonly json?: true }) {
      const body = parseOptions(createLinkSchema, { amount, ...optional });
      return createLink(context, { body, by: ON_COMMAND_LINE });
    },
    print,
  });
}

function list() {
  const command = new Command('list')
    .addOption(new Option('--status <status>', 'only links with this status').choices(LINK_STATUSES))
    .option('--order <reference>', 'only links of this order')
    .option('--order-prefix <text>', 'only links whose order begins so', parseBy(orderPrefixSchema))
    .option('--unpaid', 'who owes: the orders that are not paid, and their sum');
  addListOptions(command, 'links');
  return command.action(({ unpaid, ...filter }) =>
    unpaid
      ? printUnpaid(command, filter)
      : printList(command, filter, {
          rows: 'links',
          none: 'No payment links match these filters.',
          read: pageOfLinks,
          columns: ['createdAt', 'id', 'order', 'amount', 'status', 'reusable', 'description'],
        }),
  );
}

function show() {
  return answering(new Command('show').argument('<id>', 'the link’s id', parseLinkId), {
    answer: (context, id: LinkId) => readLink(context, id),
    print,
  });
}

function cancel() {
  const command = new Command('cancel').argument('<id>', 'the link’s id', parseLinkId);
  return answering(command, {
    answer: (context, id: LinkId) => cancelLink(context, id, ON_COMMAND_LINE),
    print,
  });
}
