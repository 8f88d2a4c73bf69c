import { PAYMENT_STATUSES, type PaymentStatus } from '@tsena/shared/checkout';
import { fromSchema, toSchema } from '@tsena/shared/merchant';
import { Command, Option } from 'commander';
import { viewPayments } from '../http/merchant/views.ts';
import { listPayments } from '../ledger/merchantReads.ts';
import { by, whole } from './arguments.ts';
import { onLedger } from './offline.ts';
import { printJson, printLine, printTable, writeMoney, writeTime } from './output.ts';

interface Options {
  readonly status?: PaymentStatus;
  readonly order?: string;
  readonly find?: string;
  readonly needsPerson?: true;
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
  readonly json?: true;
}

/** `tsena payments list` */
export function paymentsList(): Command {
  return new Command('list')
    .description('payments, newest first')
    .addOption(new Option('--status <status>', 'only those in this state').choices(PAYMENT_STATUSES))
    .option('--order <reference>', 'only attempts to pay this order')
    .option('--find <text>', 'an order reference, a payment’s id or the operator’s transaction reference')
    .option('--needs-person', 'only those that somebody has to look at')
    .option('--from <day>', 'from this day or moment: 2026-05-03, 2026-05-03T08:00Z', by(fromSchema))
    .option('--to <day>', 'up to the end of this day, or up to this moment', by(toSchema))
    .option('--limit <count>', 'at most so many', whole(1, 10_000), 50)
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
Days are those of Madagascar.

Examples:
  tsena payments list --needs-person
  tsena payments list --status completed --from 2026-05-01 --to 2026-05-31
  tsena payments list --order ORDER-1042 --json`,
    )
    .action(async ({ find, needsPerson, limit, json, ...filter }: Options) => {
      const { payments, more } = await onLedger(async (context) => {
        const { db } = context.engine.ledger.store;
        const page = await listPayments(db, { ...filter, q: find, attention: needsPerson }, limit);
        return { payments: await viewPayments(context, page.rows, 'en'), more: page.next !== null };
      });
      if (json) {
        printJson({ payments });
        return;
      }
      if (payments.length === 0) {
        printLine('No payment is like that.');
        return;
      }
      printTable(
        ['created', 'id', 'order', 'amount', 'status', 'payer', 'needs a person'],
        payments.map((payment) => [
          writeTime(payment.createdAt),
          payment.id,
          payment.order,
          writeMoney(payment.amount),
          payment.status,
          payment.payer,
          payment.attention.join(', '),
        ]),
      );
      if (more) printLine(`There are more; --limit shows more than ${limit}.`);
    });
}
