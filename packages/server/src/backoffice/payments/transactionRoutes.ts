import { readTransactionReference } from '@tsena/shared';
import { OWNER, transactionSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { callerOf } from '../../http/kit/caller.ts';
import { createKeyLimit } from '../../http/kit/clients/keyLimit.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import { defineRoute, onceFor } from '../../http/kit/route.ts';
import { runUnlessStopping } from '../../http/kit/runUnlessStopping.ts';
import { ProblemError } from '../../input/problemError.ts';
import { viewTransaction } from './views.ts';

const LOOKUPS_PER_MINUTE = 60;
const lookupsOf = onceFor((_context: HttpContext) => createKeyLimit(LOOKUPS_PER_MINUTE));

/** `/v1/merchant/transactions/{transactionReference}`: the operator's details of a transaction of the merchant. */
export const transactionRoutes = {
  /**
   * Read the operator’s details of a transaction of the merchant.
   *
   * The companion asks the operator. A transaction is found only if `PARTNER_MSISDN` is one of its parties. At most 60
   * a minute for each key.
   */
  readTransaction: defineRoute('GET /v1/merchant/transactions/{transactionReference}', {
    scope: 'operate',
    params: { transactionReference: { schema: z.string(), otherwise: 'transaction_not_found' } },
    answers: { 200: { text: 'The details', schema: transactionSchema } },
    problems: ['too_many_lookups', 'operator_unavailable', 'shutting_down'],
    async handle(context, { params, response }) {
      // A text of another form is no reference: the operator is not asked, and it does not count.
      const reference = readTransactionReference(params.transactionReference);
      if (reference === undefined) throw new ProblemError('transaction_not_found');
      const retryAfterMs = lookupsOf(context)(callerOf(response).keyId ?? OWNER);
      if (retryAfterMs > 0) throw new ProblemError('too_many_lookups', { retryAfterMs });
      const reading = await runUnlessStopping(context, () => context.readTransaction(reference));
      if (reading.kind === 'unavailable')
        throw new ProblemError('operator_unavailable', { retryAfterMs: reading.retryAfterMs });
      if (reading.kind === 'absent') throw new ProblemError('transaction_not_found');
      return viewTransaction(reading.reference, reading.details, reading.paymentId, context.storage.clock.now());
    },
  }),
};
