import { paymentSchema } from '@tsena/shared/checkout';
import { counterPaymentBodySchema, counterSchema } from '@tsena/shared/merchant';
import { callerOf, readActor } from '../../http/kit/caller.ts';
import { hashAddress } from '../../http/kit/clients/addressHash.ts';
import { refusalOf } from '../../http/kit/openingRefusal.ts';
import { parseMsisdn } from '../../http/kit/payerNumber.ts';
import { languageOf } from '../../http/kit/problem.ts';
import { OPENING_PROBLEMS } from '../../http/kit/problemGroups.ts';
import { publicPath } from '../../http/kit/publicPath.ts';
import { defineRoute } from '../../http/kit/route.ts';
import { runUnlessStopping } from '../../http/kit/runUnlessStopping.ts';
import { readRequestId } from '../../http/kit/security.ts';
import { ProblemError } from '../../input/problemError.ts';
import { countReference } from '../shared/referenceLimit.ts';
import { sellAtCounter, startCounterPayment } from './counterPayment.ts';
import { readPaymentsOfToday } from './paymentsOfToday.ts';

/** Payments at the counter. A key of the counter opens these routes, those of the references, and the session. */
export const counterRoutes = {
  /** Read what the counter shows. */
  readCounter: defineRoute('GET /v1/merchant/counter', {
    scope: 'operate',
    isOfCounter: true,
    answers: {
      200: { text: 'The merchant’s and the operator’s names, and the payments of today', schema: counterSchema },
    },
    async handle(context, { request, response }) {
      const { settings, current } = context;
      const caller = callerOf(response);
      const { name, scope } = caller;
      const { PARTNER_NAME, OPERATOR_NAME, MERCHANT_NIF, MERCHANT_STAT } = current();
      return {
        partnerName: PARTNER_NAME,
        operatorName: OPERATOR_NAME,
        environment: settings.OPERATOR_ENVIRONMENT,
        nif: MERCHANT_NIF,
        stat: MERCHANT_STAT,
        key: { name, scope },
        payments: await readPaymentsOfToday(context, caller, languageOf(request)),
      };
    },
  }),
  /**
   * Take a payment at the counter.
   *
   * The customer’s phone shows the operator’s prompt. Needs `Idempotency-Key` (1 to 255 characters): for seven days,
   * the same body leads to the same payment, also after it has ended, and one prompt is sent. Follow it at `GET
   * /v1/payments/{id}/events`. The answer comes when the operator has answered, after 5 s at the latest (then with
   * status `sending`). A key of scope `counter` gets `order_taken` for every `order` that is not the `CTR-…` of an
   * earlier counter payment with this amount.
   *
   * With `transactionReference`, nothing is sent: the customer has sent the money by hand. The payment is `completed`,
   * with `method` `reference`, if the check of the reference says `unused`, the transaction has this amount and is at
   * most 24 hours old, and the order is a new `CTR-` order. Otherwise nothing is written: `reference_not_matched`, with
   * `verdict` and `reason`.
   */
  startCounterPayment: defineRoute('POST /v1/merchant/payments', {
    scope: 'operate',
    isOfCounter: true,
    body: counterPaymentBodySchema,
    answers: {
      201: { text: 'The payment of this request', schema: paymentSchema },
      200: { text: 'The payment that the order has already, from another request', schema: paymentSchema },
    },
    problems: [
      ...OPENING_PROBLEMS,
      'order_taken',
      'reference_not_matched',
      'too_many_lookups',
      'idempotency_key_reused',
    ],
    async handle(context, { request, response, body }) {
      const { by, idempotency } = readActor(request, response);
      if (idempotency === undefined) {
        throw new ProblemError('invalid_request', {
          errors: [{ pointer: '/Idempotency-Key', detail: 'this header is required' }],
        });
      }
      const language = body.language ?? languageOf(request);
      const isSeller = callerOf(response).scope === 'counter';
      if ('transactionReference' in body) {
        countReference(context, response);
        const sold = await runUnlessStopping(context, () =>
          sellAtCounter(context, { body, language, isSeller, by, idempotency }),
        );
        response.status(201).location(`${publicPath(request, context)}/v1/payments/${sold.id}`);
        return context.readView(sold, languageOf(request));
      }
      const msisdn = parseMsisdn(body.msisdn);
      const addressHash = isSeller ? hashAddress(`key ${idempotency.actor}`, context.settings.CONSUMER_SECRET) : null;
      const requestId = readRequestId(response);
      const opening = await startCounterPayment(context, {
        body,
        msisdn,
        language,
        isSeller,
        by,
        idempotency,
        addressHash,
        requestId,
      });
      if (opening.kind === 'opened' || opening.kind === 'repeated') {
        response.status(201).location(`${publicPath(request, context)}/v1/payments/${opening.payment.id}`);
      } else if (opening.kind === 'exists') response.status(200);
      else {
        const { code, retryAfterMs } = refusalOf(opening);
        throw new ProblemError(code, { retryAfterMs });
      }
      // A seller gets no payment of another customer.
      const { payment } = opening;
      if (isSeller && payment.msisdn !== msisdn) throw new ProblemError('order_taken');
      return context.readView(payment, languageOf(request));
    },
  }),
};
