import { Command } from 'commander';
import { parseWhole } from '../../../cli/arguments.ts';
import { withStorage } from '../../../cli/offline.ts';
import { printJson, printLine, printTable, writeMoney, writeTime } from '../../../cli/output.ts';
import { viewRefund } from '../refund.ts';
import { listRefunds } from '../refundRows.ts';

/** `tsena refunds list` */
export function refundsList(): Command {
  return new Command('list')
    .description('list recorded refunds, newest first')
    .option('--limit <count>', 'the largest number of refunds to list', parseWhole(1, 10_000), 50)
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText('after', '\nExample:\n  tsena refunds list')
    .action(async ({ limit, json }: { limit: number; json?: true }) => {
      const page = await withStorage(({ storage }) => listRefunds(storage.store.db, limit));
      const refunds = page.rows.map(viewRefund);
      if (json) {
        printJson({ data: refunds, nextCursor: null });
        return;
      }
      if (refunds.length === 0) {
        printLine('There are no refunds.');
        return;
      }
      printTable(
        ['refunded', 'id', 'payment', 'amount', 'status', 'by', 'reason'],
        refunds.map((refund) => [
          writeTime(refund.refundedAt),
          refund.id,
          refund.paymentId,
          writeMoney(refund.amount),
          refund.status,
          refund.createdBy,
          refund.reason,
        ]),
      );
      if (page.next !== null) printLine(`There are more refunds. To list more than ${limit}, set --limit.`);
    });
}
