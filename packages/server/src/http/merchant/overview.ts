import { type Attention, dayOf, startOfDay, type Totals, totalsQuerySchema } from '@tsena/shared/merchant';
import { Router } from 'express';
import { countAttention } from '../../ledger/attention.ts';
import { countDeadWebhooks, listPayments, listWebhooks } from '../../ledger/merchantReads.ts';
import { dailyTotals } from '../../ledger/totals.ts';
import { queryOf } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { languageOf, onlyMethods, ProblemError } from '../problem.ts';
import { viewPayments, viewWebhook } from './views.ts';

const DAY = 24 * 60 * 60_000;
/** Days in which totals may be asked for at once, and where none are named. */
const MAX_DAYS = 400;
const USUAL_DAYS = 30;
/** How much of what needs a person is shown at once. */
const SHOWN = 50;

/** `/v1/merchant/totals` and `/v1/merchant/attention`. */
export function overviewRouter(context: HttpContext): Router {
  const { ledger } = context.engine;
  const { db } = ledger.store;
  const router = Router();

  router
    .route('/v1/merchant/totals')
    .get(async (request, response) => {
      const asked = queryOf(request, totalsQuerySchema);
      const to = asked.to ?? dayOf(ledger.clock.now());
      const from = asked.from ?? dayOf(startOfDay(to) - (USUAL_DAYS - 1) * DAY);
      if (startOfDay(from) > startOfDay(to) || startOfDay(to) - startOfDay(from) >= MAX_DAYS * DAY) {
        throw new ProblemError('invalid_request', { errors: [{ pointer: '/from', message: `at most ${MAX_DAYS} days up to "to"` }] });
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
