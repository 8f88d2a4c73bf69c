import type { Language } from '@tsena/shared';
import { describeSetup, type SetupCheck, setupSchema } from '@tsena/shared/merchant';
import { describeSchema } from '../../http/openapi/describeSchema.ts';
import { languageOf } from '../../http/problem.ts';
import { defineRoute, perCompanion } from '../../http/route.ts';
import { runUnlessStopping } from '../../http/runUnlessStopping.ts';
import type { SetupFinding } from '../finding.ts';
import { createSetup } from './setup.ts';

describeSchema('Setup', setupSchema, 'The go-live checklist.', {
  checkedAt: 'When the companion last asked the operator and its own public address. It asks them at most once a minute.',
  checks: [
    'The checks, in the order in which a merchant sets things up.',
    {
      name: 'The check.',
      result: '`ok`: nothing to do. `warning`: it works, but something is missing or untested. `failed`: it does not work.',
      reason: 'What was found.',
      values: 'The numbers in `detail`.',
      detail:
        'What was found, and the one thing to do, in the language of `Accept-Language`. Without secrets, addresses and phone numbers.',
    },
  ],
});

const readSetup = perCompanion(createSetup);

/** `/v1/merchant/setup`: the go-live checklist. */
export const setupRoutes = [
  defineRoute({
    method: 'get',
    path: '/v1/merchant/setup',
    id: 'readSetup',
    summary: 'Read the go-live checklist',
    text: 'One entry for each check, each with the one thing to do. The companion asks the operator and its own public address at most once a minute; requests in between get the same answers. It sends nothing to the shop.',
    scope: 'read',
    answers: { 200: { text: 'The checklist', schema: setupSchema } },
    problems: ['shutting_down'],
    async handle(context, { request, response }) {
      const { checkedAt, findings } = await runUnlessStopping(context, () => readSetup(context)());
      const language = languageOf(request);
      response.vary('Accept-Language');
      return { checkedAt: new Date(checkedAt).toISOString(), checks: findings.map((finding) => viewCheck(finding, language)) };
    },
  }),
];

function viewCheck({ name, result, reason, values }: SetupFinding, language: Language): SetupCheck {
  const { found, next } = describeSetup(reason, language, values);
  return { name, result, reason, values: { ...values }, detail: next === null ? found : `${found} ${next}` };
}
