import type { Refund } from '@tsena/shared/merchant';
import type { Command } from 'commander';
import { listCommand } from '../../../cli/listCommand.ts';
import { writeMoney, writeTime } from '../../../cli/output.ts';
import { viewRefund } from '../refund.ts';
import { listRefunds } from '../refundRows.ts';

/** `tsena refunds list` */
export function refundsList(): Command {
  return listCommand<Refund>(
    {
      rows: 'refunds',
      description: 'list recorded refunds, newest first',
      help: '\nExample:\n  tsena refunds list',
      none: 'There are no refunds.',
      columns: {
        refunded: ({ refundedAt }) => writeTime(refundedAt),
        id: ({ id }) => id,
        payment: ({ paymentId }) => paymentId,
        amount: ({ amount }) => writeMoney(amount),
        status: ({ status }) => status,
        by: ({ createdBy }) => createdBy,
        reason: ({ reason }) => reason,
      },
    },
    async ({ storage }, _filter, limit) => {
      const { rows, next } = await listRefunds(storage.store.db, limit);
      return { rows: rows.map(viewRefund), next };
    },
  );
}
