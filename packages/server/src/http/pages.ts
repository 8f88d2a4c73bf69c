import { constants } from 'node:zlib';
import { PROBLEMS, type ProblemCode, sentenceFor } from '@tsena/shared';
import type { LinkId } from '@tsena/shared/checkout';
import compression from 'compression';
import { type Request, type Response, Router } from 'express';
import { readOrderPage } from '../backoffice/links/orderPage.ts';
import { openOrderPage, requireLink } from '../backoffice/links/paymentLinks.ts';
import { cooldownMs, type Settings } from '../config/settings.ts';
import { ProblemError } from '../input/problemError.ts';
import { acceptNew } from './acceptNew.ts';
import { answerBeforeClosing } from './answerBeforeClosing.ts';
import { readWidgetScript } from './assets.ts';
import { readForm } from './kit/bodies/body.ts';
import type { HttpContext } from './kit/context.ts';
import { problemHandler, rejectOtherMethods } from './kit/problem.ts';
import { requirePayment } from './kit/requirePayment.ts';
import { onceFor } from './kit/route.ts';
import { createBranding } from './pages/branding.ts';
import { chooseLanguage, readId } from './pages/pageRequest.ts';
import { PageSender } from './pages/pageSender.ts';
import { postLink, postReference } from './pages/postForms.ts';
import { postShopForm } from './pages/postShopForm.ts';

/** `/pay`: the hosted page. It works without a script, a cookie and a host that the companion would have to trust. */
export function pageRouter(context: HttpContext): Router {
  const { storage, settings, log } = context;
  const widget = readWidgetScript();
  // Until the settings change, which makes another object of them.
  const brandingOf = onceFor((current: Settings) => createBranding(current, widget));
  const pageFor = (request: Request, response: Response) =>
    new PageSender(context, brandingOf(context.current()), request, response);
  // Pages refer to each other by relative addresses, so an address with a slash at its end leads to the one without.
  const router = Router({ strict: true });
  // A tenth less than the default quality of 4, for a quarter of a millisecond.
  router.use('/pay', compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } }));

  router.use('/pay', answerBeforeClosing(context), acceptNew(context.databaseFile));

  async function openPage(token: string | undefined): Promise<LinkId> {
    const reading = await context.tokens.orders.verify(token);
    if (!reading.ok) throw new ProblemError(reading.code);
    return openOrderPage(context, reading.claims);
  }

  router
    .route(['/pay', '/pay/'])
    .get(async (request, response) => {
      const { token } = request.query;
      pageFor(request, response).redirect(await openPage(typeof token === 'string' ? token : undefined));
    })
    .post(async (request, response) => {
      const address = context.addressOf(request);
      const fields = await readForm(request);
      chooseLanguage(request, fields.get('lang'));
      const [token, typed] = [fields.get('token'), fields.get('msisdn')];
      const id = await openPage(token);
      const page = pageFor(request, response);
      if (token === undefined || typed === undefined) return page.redirect(id);
      await postShopForm(context, page, { id, token, typed, address });
    })
    .all(rejectOtherMethods('GET', 'POST'));

  router
    .route('/pay/:id/')
    .get((request, response) => pageFor(request, response).redirect(readId(request).id))
    .all(rejectOtherMethods('GET'));

  router
    .route('/pay/:id')
    .get(async (request, response) => {
      const page = pageFor(request, response);
      const id = readId(request);
      if (id.kind === 'link') {
        const link = await requireLink(storage, id.id);
        const order = await readOrderPage(storage, link, cooldownMs(settings));
        const isWaiting = request.query.view === 'waiting' && link.reusable === 1 && order.state === 'open';
        await page.sendLink(200, link, { ...order, state: isWaiting ? 'waiting' : order.state, part: page.part });
        return;
      }
      const found = await requirePayment(context, id.id);
      context.subscriptions.polled(found.payment.order_reference);
      for (const attempt of found.attempts) context.poller.bringForward(attempt);
      await page.sendPayment(200, found, page.part);
    })
    .post(async (request, response) => {
      const id = readId(request);
      const page = pageFor(request, response);
      await (id.kind === 'link' ? postLink(context, page, id.id) : postReference(context, page, id.id));
    })
    .all(rejectOtherMethods('GET', 'POST'));

  const sendError = (request: Request, response: Response, code: ProblemCode) => {
    const { status } = PROBLEMS[code];
    if (status === 503) response.set('Retry-After', '5');
    const page = pageFor(request, response);
    const text = sentenceFor(code, page.language);
    page.send(status, { amount: null, about: null, view: { kind: 'closed', reason: 'error', text } });
  };
  router.use('/pay', problemHandler(log, sendError));
  return router;
}
