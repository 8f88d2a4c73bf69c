import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { listOptionsOf, printMore } from '../../../cli/kit/listCommand.ts';
import { withStorage } from '../../../cli/kit/offline.ts';
import { CommandError, printJson, printLine, printTable, writeMoney, writeTime } from '../../../cli/kit/output.ts';
import type { LinkFilter } from '../linkRows.ts';
import { readUnpaidLinks } from '../unpaidLinks.ts';

/** `tsena links list --unpaid`: who owes, and the sum, which counts the rows that are not shown too. */
export async function printUnpaid(command: CommandUnknownOpts, filter: LinkFilter): Promise<void> {
  if (filter.status === 'paid' || filter.status === 'cancelled')
    throw new CommandError(
      '--unpaid has no paid and no cancelled links: leave --status out, or ask for active or expired.',
    );
  const { limit, asJson } = listOptionsOf(command);
  const { data, ...sums } = await withStorage((context) => readUnpaidLinks(context, filter));
  if (asJson) {
    printJson({ data: data.slice(0, limit), ...sums });
    return;
  }
  if (data.length === 0) {
    printLine('No order is unpaid among these links.');
    return;
  }
  printTable(
    ['created', 'id', 'order', 'amount', 'status', 'view', 'description'],
    data
      .slice(0, limit)
      .map(({ createdAt, id, order, amount, status, view, description }) => [
        ...[writeTime(createdAt), id, order, writeMoney(amount)],
        ...[status, view ?? '-', description ?? '-'],
      ]),
  );
  if (data.length > limit) printMore('orders', limit);
  const { unpaid, withoutResult } = sums;
  printLine(`unpaid orders: ${unpaid.orders}, together ${writeMoney(unpaid.amount)}`);
  if (withoutResult.orders === 0) return;
  printLine(
    `of these, with a payment whose result is not known: ${withoutResult.orders}, together ${writeMoney(withoutResult.amount)}. Do not ask for that money again before the result is known.`,
  );
}
