import type { Language } from '@tsena/shared';
import { describeSetup, type Setup, type SetupCheck } from '@tsena/shared/merchant';
import { Router } from 'express';
import type { SetupFinding } from '../../backoffice/setup/finding.ts';
import type { HttpContext } from '../context.ts';
import { languageOf, rejectOtherMethods } from '../problem.ts';
import { runUnlessStopping } from '../runUnlessStopping.ts';
import { allow } from './caller.ts';

const RESULTS = { ok: 'ok', warn: 'warning', fail: 'failed' } as const;

/** `/v1/merchant/setup`: the go-live checklist. */
export function setupRouter(context: HttpContext): Router {
  const router = Router();
  router
    .route('/v1/merchant/setup')
    .get(allow('read'), async (request, response) => {
      const { checkedAt, findings } = await runUnlessStopping(context, () => context.readSetup());
      const language = languageOf(request);
      const setup: Setup = {
        checkedAt: new Date(checkedAt).toISOString(),
        checks: findings.map((finding) => viewCheck(finding, language)),
      };
      response.vary('Accept-Language').json(setup);
    })
    .all(rejectOtherMethods('GET'));
  return router;
}

function viewCheck({ name, level, reason, values }: SetupFinding, language: Language): SetupCheck {
  const { found, next } = describeSetup(reason, language, values);
  return { name, result: RESULTS[level], reason, values: { ...values }, detail: next === null ? found : `${found} ${next}` };
}
