import { maskMsisdn } from '@tsena/shared';
import {
  dayOf,
  includesScope,
  MAX_TOTALS_DAYS,
  type Merchant,
  merchantSchema,
  type Scope,
  startOfDay,
  totalsQuerySchema,
  totalsSchema,
} from '@tsena/shared/merchant';
import { countReviews } from '../../core/storage/reviews.ts';
import { readShopFailure, type ShopFailure } from '../../core/storage/shopFailure.ts';
import { writeTime } from '../../core/views/time.ts';
import { type Caller, callerOf } from '../../http/kit/caller.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import { defineRoute } from '../../http/kit/route.ts';
import { ProblemError } from '../../input/problemError.ts';
import { dailyTotals } from '../shared/totals.ts';
import { countFailedWebhooks, viewAttempt } from '../webhooks/webhookRows.ts';

const DAY_MS = 24 * 60 * 60_000;

/** `/v1/merchant` and `/v1/merchant/totals`. */
export const overviewRoutes = {
  /** Read the merchant’s settings and review counts. */
  readMerchant: defineRoute('GET /v1/merchant', {
    scope: 'read',
    answers: { 200: { text: 'The merchant', schema: merchantSchema } },
    handle: (context, { response }) => readMerchant(context, callerOf(response)),
  }),
  /** Read totals by day. */
  readTotals: defineRoute('GET /v1/merchant/totals', {
    scope: 'read',
    query: totalsQuerySchema,
    answers: { 200: { text: 'Every day of the range, and their sum', schema: totalsSchema } },
    async handle({ storage }, { query }) {
      const to = query.to ?? dayOf(storage.clock.now());
      const from = query.from ?? dayOf(startOfDay(to) - (query.days - 1) * DAY_MS);
      if (startOfDay(from) > startOfDay(to) || startOfDay(to) - startOfDay(from) >= MAX_TOTALS_DAYS * DAY_MS) {
        throw new ProblemError('invalid_request', {
          errors: [{ pointer: '/from', detail: `at most ${MAX_TOTALS_DAYS} days up to "to"` }],
        });
      }
      return dailyTotals(storage.store.db, from, to);
    },
  }),
};

/** The merchant's settings, and how many payments need review. */
export async function readMerchant({ storage, current }: HttpContext, { name, scope }: Caller): Promise<Merchant> {
  const { db } = storage.store;
  const { PARTNER_NAME, PARTNER_MSISDN, OPERATOR_ENVIRONMENT } = current();
  const [reviewCounts, failedWebhooks, shopFailure] = await Promise.all([
    countReviews(db),
    countFailedWebhooks(db),
    readShopFailure(storage),
  ]);
  return {
    partnerName: PARTNER_NAME,
    partnerMsisdn: maskMsisdn(PARTNER_MSISDN),
    environment: OPERATOR_ENVIRONMENT,
    key: { name, scope },
    webhooksEnabled: storage.webhooks.hasEndpoint,
    reviewCounts,
    failedWebhooks,
    shopFailure: shopFailure && viewShopFailure(shopFailure, scope),
  };
}

function viewShopFailure({ since, waiting, receiver, last }: ShopFailure, scope: Scope): Merchant['shopFailure'] {
  return {
    since: writeTime(since),
    waiting,
    receiver,
    answered: last.status !== null,
    error: last.error,
    lastAttempt: includesScope(scope, 'operate') ? viewAttempt(last) : null,
  };
}
