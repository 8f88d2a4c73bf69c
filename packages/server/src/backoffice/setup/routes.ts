import type { Language } from '@tsena/shared';
import { describeSetup, type SetupCheck, setupSchema } from '@tsena/shared/merchant';
import { languageOf } from '../../http/kit/problem.ts';
import { defineRoute, onceFor } from '../../http/kit/route.ts';
import { runUnlessStopping } from '../../http/kit/runUnlessStopping.ts';
import type { SetupFinding } from '../shared/setupFinding.ts';
import { createSetup } from './setup.ts';

const readSetup = onceFor(createSetup);

/** `/v1/merchant/setup`: the go-live checklist. */
export const setupRoutes = {
  /**
   * Read the go-live checklist.
   *
   * One entry for each check, each with the one thing to do. The companion asks the operator and its own public address
   * at most once a minute; requests in between get the same answers. It sends nothing to the shop.
   */
  readSetup: defineRoute('GET /v1/merchant/setup', {
    scope: 'read',
    answers: { 200: { text: 'The checklist', schema: setupSchema } },
    problems: ['shutting_down'],
    async handle(context, { request, response }) {
      const { checkedAt, findings } = await runUnlessStopping(context, () => readSetup(context)());
      const language = languageOf(request);
      response.vary('Accept-Language');
      return {
        checkedAt: new Date(checkedAt).toISOString(),
        checks: findings.map((finding) => viewCheck(finding, language)),
      };
    },
  }),
};

function viewCheck({ name, result, reason, values }: SetupFinding, language: Language): SetupCheck {
  const { found, next } = describeSetup(reason, language, values);
  return { name, result, reason, values: { ...values }, detail: next === null ? found : `${found} ${next}` };
}
