import { LINK_STATUSES, type Link, type LinkStatus } from '@tsena/shared/merchant';
import { type Command, Option } from 'commander';
import { inTerminalLanguage } from '../../../cli/french/inTerminalLanguage.ts';
import { listCommand } from '../../../cli/listCommand.ts';
import { writeMoney, writeTime } from '../../../cli/output.ts';
import { listLinks } from '../linkRows.ts';
import { viewLinkOf } from './linkOutput.ts';

interface Filter {
  readonly status?: LinkStatus;
  readonly order?: string;
}

/** `tsena links list` */
export function linksList(): Command {
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
    async (context, filter, limit) => {
      const { store, clock } = context.storage;
      const { rows, next } = await listLinks(store.db, filter, clock.now(), limit);
      return { rows: rows.map((link) => viewLinkOf(context, link)), next };
    },
    (command) =>
      command
        .addOption(new Option('--status <status>', 'only links with this status').choices(LINK_STATUSES))
        .option('--order <reference>', 'only links of this order'),
  );
}
