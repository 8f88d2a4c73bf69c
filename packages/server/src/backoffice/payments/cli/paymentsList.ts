import { type LinkId, PAYMENT_STATUSES, type PaymentStatus } from '@tsena/shared/checkout';
import { fromSchema, type MerchantPayment, toSchema } from '@tsena/shared/merchant';
import { type Command, Option } from 'commander';
import { parseBy, parseLinkId } from '../../../cli/arguments.ts';
import { terminalLanguage } from '../../../cli/french/inTerminalLanguage.ts';
import { listCommand } from '../../../cli/listCommand.ts';
import { writeMoney, writeTime } from '../../../cli/output.ts';
import { listPayments } from '../paymentRows.ts';
import { viewPayments } from '../views.ts';

interface Filter {
  readonly status?: PaymentStatus;
  readonly order?: string;
  readonly link?: LinkId;
  readonly find?: string;
  readonly needsReview?: true;
  readonly from?: number;
  readonly to?: number;
}

/** `tsena payments list` */
export function paymentsList(): Command {
  return listCommand<MerchantPayment, Filter>(
    {
      rows: 'payments',
      description: 'list payments, newest first',
      help: `
Days are calendar days in Madagascar.

Examples:
  tsena payments list --needs-review
  tsena payments list --status completed --from 2026-05-01 --to 2026-05-31
  tsena payments list --order ORDER-1042 --json`,
      none: 'No payments match these filters.',
      columns: {
        created: ({ createdAt }) => writeTime(createdAt),
        id: ({ id }) => id,
        order: ({ order }) => order,
        amount: ({ amount }) => writeMoney(amount),
        status: ({ status }) => status,
        payer: ({ payer }) => payer,
        'needs review': ({ reviewReasons }) => reviewReasons.join(', '),
      },
    },
    async (context, { find, ...filter }, limit) => {
      const { rows, next } = await listPayments(context.storage.store.db, { ...filter, q: find }, limit);
      return { rows: await viewPayments(context, rows, terminalLanguage()), next };
    },
    (command) =>
      command
        .addOption(new Option('--status <status>', 'only payments with this status').choices(PAYMENT_STATUSES))
        .option('--order <reference>', 'only payments of this order')
        .option('--link <id>', 'only payments that began on the page of this payment link', parseLinkId)
        .option('--find <text>', 'only the payment with this order reference, payment id or transaction reference')
        .option('--needs-review', 'only payments that need review')
        .option('--from <day>', 'created on or after this day or time: 2026-05-03, 2026-05-03T08:00Z', parseBy(fromSchema))
        .option('--to <day>', 'created up to the end of this day, or before this time', parseBy(toSchema)),
  );
}
