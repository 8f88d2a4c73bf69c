import { referenceCheckBodySchema, referenceCheckSchema, referenceChecksSchema } from '@tsena/shared/merchant';
import { callerOf } from '../../http/kit/caller.ts';
import { defineRoute } from '../../http/kit/route.ts';
import { runUnlessStopping } from '../../http/kit/runUnlessStopping.ts';
import { listChecks, recordCheck } from '../shared/referenceChecks.ts';
import { countReference } from '../shared/referenceLimit.ts';
import { viewCheck } from './viewCheck.ts';

/** `/v1/merchant/references`: whether a reference, or the message that has it, is money that nothing was sold for. */
export const referenceRoutes = {
  /**
   * Check an SMS.
   *
   * The companion finds the one reference in the text, asks the operator about it (section 4.4), and compares the
   * answer with all payments. Only `unused` is money that the merchant received and nothing was sold for. The answer comes
   * within 8 seconds; without an answer of the operator, the verdict is `unavailable`. Nothing but the audit log is
   * written. At most 60 a minute for each key.
   */
  checkReference: defineRoute('POST /v1/merchant/references/check', {
    scope: 'operate',
    isOfCounter: true,
    body: referenceCheckBodySchema,
    answers: { 200: { text: 'What is known about the reference', schema: referenceCheckSchema } },
    problems: ['too_many_lookups', 'shutting_down'],
    async handle(context, { response, body }) {
      countReference(context, response);
      const caller = callerOf(response);
      const checked = await runUnlessStopping(context, () => context.checkReference(body.text));
      await recordCheck(context.storage, caller, checked);
      return viewCheck(checked, { isSeller: caller.scope === 'counter', amount: body.amount });
    },
  }),
  /** List the checks that this key made today, in Madagascar, newest first: at most 50. */
  listReferenceChecks: defineRoute('GET /v1/merchant/references/checks', {
    scope: 'operate',
    isOfCounter: true,
    answers: { 200: { text: 'The checks', schema: referenceChecksSchema } },
    handle: ({ storage }, { response }) => listChecks(storage, callerOf(response)),
  }),
};
