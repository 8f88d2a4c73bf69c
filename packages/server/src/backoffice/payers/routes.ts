import { erasedPayerSchema, erasePayerBodySchema } from '@tsena/shared/merchant';
import { callerOf } from '../../http/kit/caller.ts';
import { defineRoute } from '../../http/kit/route.ts';
import { erasePayer } from './erasePayer.ts';

/** `/v1/merchant/payers`: what a person may ask for about their own number. */
export const payerRoutes = {
  /**
   * Erase a payer’s number.
   *
   * For good, from all payments that have ended. Amounts, times, references and the masked number stay. Earlier backups
   * keep it.
   */
  erasePayer: defineRoute('POST /v1/merchant/payers/erase', {
    scope: 'admin',
    body: erasePayerBodySchema,
    answers: { 200: { text: 'How many payments have lost it', schema: erasedPayerSchema } },
    async handle({ storage, watchers, log }, { response, body }) {
      const erased = await erasePayer(storage, body.msisdn, callerOf(response));
      log.info(erased, 'a payer was erased');
      watchers.notify(null);
      return erased;
    },
  }),
};
