import { LINK_STATUSES, type LinkStatus } from '@tsena/shared/merchant';
import { Command, Option } from 'commander';
import { parseWhole } from '../../../cli/arguments.ts';
import { withStorage } from '../../../cli/offline.ts';
import { printJson, printLine, printTable, writeMoney, writeTime } from '../../../cli/output.ts';
import { listLinks } from '../linkRows.ts';
import { viewLinkOf } from './linkOutput.ts';

interface Options {
  readonly status?: LinkStatus;
  readonly order?: string;
  readonly limit: number;
  readonly json?: true;
}

/** `tsena links list` */
export function linksList(): Command {
  return new Command('list')
    .description('list payment links, newest first')
    .addOption(new Option('--status <status>', 'only links with this status').choices(LINK_STATUSES))
    .option('--order <reference>', 'only links of this order')
    .option('--limit <count>', 'the largest number of links to list', parseWhole(1, 10_000), 50)
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
Examples:
  tsena links list --status active
  tsena links list --order ORDER-1042 --json`,
    )
    .action(async ({ limit, json, ...filter }: Options) => {
      const { links, more } = await withStorage(async (context) => {
        const { store, clock } = context.storage;
        const page = await listLinks(store.db, filter, clock.now(), limit);
        return { links: page.rows.map((link) => viewLinkOf(context, link)), more: page.next !== null };
      });
      if (json) {
        printJson({ data: links, nextCursor: null });
        return;
      }
      if (links.length === 0) {
        printLine('No payment links match these filters.');
        return;
      }
      printTable(
        ['created', 'id', 'order', 'amount', 'status', 'reusable', 'description'],
        links.map((link) => [
          writeTime(link.createdAt),
          link.id,
          link.order,
          writeMoney(link.amount),
          link.status,
          link.reusable ? 'yes' : 'no',
          link.description ?? '-',
        ]),
      );
      if (more) printLine(`There are more links. To list more than ${limit}, set --limit.`);
    });
}
