import { maskMsisdn } from '@tsena/shared';
import { dayOf, MAX_TOTALS_DAYS, type Merchant, startOfDay, type Totals, totalsQuerySchema } from '@tsena/shared/merchant';
import { Router } from 'express';
import { dailyTotals } from '../../backoffice/accounting/totals.ts';
import { countFailedWebhooks } from '../../backoffice/webhooks/webhookRows.ts';
import { countReviews } from '../../core/storage/reviews.ts';
import { readQuery } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { ProblemError, rejectOtherMethods } from '../problem.ts';
import { allow, callerOf } from './caller.ts';

const DAY_MS = 24 * 60 * 60_000;

/** `/v1/merchant` and `/v1/merchant/totals`. */
export function overviewRouter(context: HttpContext): Router {
  const { storage } = context;
  const { db } = storage.store;
  const { partnerName, partnerMsisdn } = context.settings.merchant;
  const router = Router();

  router
    .route('/v1/merchant')
    .get(allow('read'), async (_request, response) => {
      const { name, scope } = callerOf(response);
      const [reviewCounts, failedWebhooks] = await Promise.all([countReviews(db), countFailedWebhooks(db)]);
      const merchant: Merchant = {
        partnerName,
        partnerMsisdn: maskMsisdn(partnerMsisdn),
        environment: context.settings.operator.environment,
        key: { name, scope },
        webhooksEnabled: storage.webhooks !== null,
        reviewCounts,
        failedWebhooks,
      };
      response.json(merchant);
    })
    .all(rejectOtherMethods('GET'));

  router
    .route('/v1/merchant/totals')
    .get(allow('read'), async (request, response) => {
      const query = readQuery(request, totalsQuerySchema);
      const to = query.to ?? dayOf(storage.clock.now());
      const from = query.from ?? dayOf(startOfDay(to) - (query.days - 1) * DAY_MS);
      if (startOfDay(from) > startOfDay(to) || startOfDay(to) - startOfDay(from) >= MAX_TOTALS_DAYS * DAY_MS) {
        throw new ProblemError('invalid_request', {
          errors: [{ pointer: '/from', detail: `at most ${MAX_TOTALS_DAYS} days up to "to"` }],
        });
      }
      const totals: Totals = await dailyTotals(db, from, to);
      response.json(totals);
    })
    .all(rejectOtherMethods('GET'));

  return router;
}
