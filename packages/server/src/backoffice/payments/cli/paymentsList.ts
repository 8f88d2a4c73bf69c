import { type LinkId, PAYMENT_STATUSES, type PaymentStatus } from '@tsena/shared/checkout';
import { fromSchema, toSchema } from '@tsena/shared/merchant';
import { Command, Option } from 'commander';
import { parseBy, parseLinkId, parseWhole } from '../../../cli/arguments.ts';
import { withStorage } from '../../../cli/offline.ts';
import { printJson, printLine, printTable, writeMoney, writeTime } from '../../../cli/output.ts';
import { listPayments } from '../paymentRows.ts';
import { viewPayments } from '../views.ts';

interface Options {
  readonly status?: PaymentStatus;
  readonly order?: string;
  readonly link?: LinkId;
  readonly find?: string;
  readonly needsReview?: true;
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  readonly json?: true;
}

/** `tsena payments list` */
export function paymentsList(): Command {
  return new Command('list')
    .description('list payments, newest first')
    .addOption(new Option('--status <status>', 'only payments with this status').choices(PAYMENT_STATUSES))
    .option('--order <reference>', 'only payments of this order')
    .option('--link <id>', 'only payments that began on the page of this payment link', parseLinkId)
    .option('--find <text>', 'only the payment with this order reference, payment id or transaction reference')
    .option('--needs-review', 'only payments that need review')
    .option('--from <day>', 'created on or after this day or time: 2026-05-03, 2026-05-03T08:00Z', parseBy(fromSchema))
    .option('--to <day>', 'created up to the end of this day, or before this time', parseBy(toSchema))
    .option('--limit <count>', 'the largest number of payments to list', parseWhole(1, 10_000), 50)
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
Days are calendar days in Madagascar.

Examples:
  tsena payments list --needs-review
  tsena payments list --status completed --from 2026-05-01 --to 2026-05-31
  tsena payments list --order ORDER-1042 --json`,
    )
    .action(async ({ find, needsReview, limit, json, ...filter }: Options) => {
      const { payments, more } = await withStorage(async (context) => {
        const { db } = context.storage.store;
        const page = await listPayments(db, { ...filter, q: find, needsReview }, limit);
        return { payments: await viewPayments(context, page.rows, 'en'), more: page.next !== null };
      });
      if (json) {
        printJson({ data: payments, nextCursor: null });
        return;
      }
      if (payments.length === 0) {
        printLine('No payments match these filters.');
        return;
      }
      printTable(
        ['created', 'id', 'order', 'amount', 'status', 'payer', 'needs review'],
        payments.map((payment) => [
          writeTime(payment.createdAt),
          payment.id,
          payment.order,
          writeMoney(payment.amount),
          payment.status,
          payment.payer,
          payment.reviewReasons.join(', '),
        ]),
      );
      if (more) printLine(`There are more payments. To list more than ${limit}, set --limit.`);
    });
}
