import { maskMsisdn } from '@tsena/shared';
import { type Attention, dayOf, MAX_TOTALS_DAYS, type Merchant, startOfDay, type Totals, totalsQuerySchema } from '@tsena/shared/merchant';
import { Router } from 'express';
import { countAttention } from '../../ledger/attention.ts';
import { countDeadWebhooks, listPayments, listWebhooks } from '../../ledger/merchantReads.ts';
import { dailyTotals } from '../../ledger/totals.ts';
import { queryOf } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { languageOf, onlyMethods, ProblemError } from '../problem.ts';
import { viewPayments, viewWebhook } from './views.ts';

const DAY = 24 * 60 * 60_000;
/** How much of what needs a person is shown at once. */
const SHOWN = 50;

/** `/v1/merchant`, `/v1/merchant/totals` and `/v1/merchant/attention`. */
export function overviewRouter(context: HttpContext): Router {
  const { ledger } = context.engine;
  const { db } = ledger.store;
  const { partnerName, partnerMsisdn } = context.settings.merchant;
  const router = Router();

  router
    .route('/v1/merchant')
    .get((_request, response) => {
      const merchant: Merchant = {
        partnerName,
        partnerMsisdn: maskMsisdn(partnerMsisdn),
        environment: context.settings.operator.environment,
        tellsShop: ledger.tellsShop,
      };
      response.json(merchant);
    })
    .all(onlyMethods('GET'));

  router
    .route('/v1/merchant/totals')
    .get(async (request, response) => {
      const asked = queryOf(request, totalsQuerySchema);
      const to = asked.to ?? dayOf(ledger.clock.now());
      const from = asked.from ?? dayOf(startOfDay(to) - (asked.days - 1) * DAY);
      if (startOfDay(from) > startOfDay(to) || startOfDay(to) - startOfDay(from) >= MAX_TOTALS_DAYS * DAY) {
        throw new ProblemError('invalid_request', {
          errors: [{ pointer: '/from', message: `at most ${MAX_TOTALS_DAYS} days up to "to"` }],
        });
      }
      const totals: Totals = await dailyTotals(db, from, to);
      response.json(totals);
    })
    .all(onlyMethods('GET'));

  router
    .route('/v1/merchant/attention')
    .get(async (request, response) => {
      const [counts, deadWebhooks, payments, webhooks] = await Promise.all([
        countAttention(db),
        countDeadWebhooks(db),
        listPayments(db, { attention: true }, SHOWN),
        listWebhooks(db, { state: 'dead' }, SHOWN),
      ]);
      const attention: Attention = {
        counts: { ...counts, deadWebhooks },
        payments: await viewPayments(context, payments.rows, languageOf(request)),
        webhooks: webhooks.rows.map(viewWebhook),
      };
      response.json(attention);
    })
    .all(onlyMethods('GET'));

  return router;
}
