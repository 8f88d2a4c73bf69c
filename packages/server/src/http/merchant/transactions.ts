import { readTransactionReference } from '@tsena/shared';
import { OWNER } from '@tsena/shared/merchant';
import { Router } from 'express';
import type { HttpContext } from '../context.ts';
import { ProblemError, rejectOtherMethods } from '../problem.ts';
import { runUnlessStopping } from '../runUnlessStopping.ts';
import { allow, callerOf } from './caller.ts';
import { createKeyLimit } from './keyLimit.ts';
import { viewTransaction } from './views.ts';

const LOOKUPS_PER_MINUTE = 60;

/** `/v1/merchant/transactions/{transactionReference}`: the operator's details of a transaction of the merchant. */
export function transactionRouter(context: HttpContext): Router {
  const lookups = createKeyLimit(LOOKUPS_PER_MINUTE);
  const router = Router();
  router
    .route('/v1/merchant/transactions/:transactionReference')
    .get(allow('operate'), async (request, response) => {
      // A text of another form is no reference: the operator is not asked, and it does not count.
      const reference = readTransactionReference(String(request.params.transactionReference));
      if (reference === undefined) throw new ProblemError('transaction_not_found');
      const retryAfterMs = lookups.take(callerOf(response).keyId ?? OWNER);
      if (retryAfterMs > 0) throw new ProblemError('too_many_lookups', { retryAfterMs });
      const reading = await runUnlessStopping(context, () => context.readTransaction(reference));
      if (reading.kind === 'unavailable') throw new ProblemError('operator_unavailable', { retryAfterMs: reading.retryAfterMs });
      if (reading.kind === 'absent') throw new ProblemError('transaction_not_found');
      response.json(viewTransaction(reference, reading.details, reading.paymentId));
    })
    .all(rejectOtherMethods('GET'));
  return router;
}
