import { type LinkId, linkIdSchema } from '@tsena/shared/checkout';
import { createLinkSchema, type Link, type LinkPage, linkQuerySchema } from '@tsena/shared/merchant';
import { type Request, type RequestHandler, Router } from 'express';
import * as z from 'zod/mini';
import { findLink, type LinkRow, listLinks } from '../../backoffice/links/linkRows.ts';
import { viewLink } from '../../backoffice/links/paymentLinks.ts';
import { readBody, readQuery } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { readIdempotencyKey } from '../idempotencyKey.ts';
import { ProblemError, rejectOtherMethods } from '../problem.ts';
import { allow, callerOf } from './caller.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { writeQrPng, writeQrSvg } from './qrCode.ts';

/** `/v1/merchant/links`: payment links, their QR codes, and their cancellation. */
export function linkRouter(context: HttpContext): Router {
  const { storage, settings } = context;
  const { db } = storage.store;
  const router = Router();

  function view(link: LinkRow): Link {
    return viewLink(link, requirePublicUrl(), storage.clock.now());
  }

  function requirePublicUrl(): string {
    if (settings.publicUrl === null) throw new ProblemError('public_url_missing');
    return settings.publicUrl;
  }

  async function findLinkOf(request: Request): Promise<LinkRow> {
    const link = await findLink(db, parseLinkId(request));
    if (link === undefined) throw new ProblemError('link_not_found');
    return link;
  }

  function sendCode(type: string, write: (text: string) => string | Buffer): RequestHandler {
    return async (request, response) => {
      const { url } = view(await findLinkOf(request));
      response.type(type).send(write(url));
    };
  }

  router
    .route('/v1/merchant/links')
    .get(allow('read'), async (request, response) => {
      const { cursor, limit, ...filter } = readQuery(request, linkQuerySchema);
      const page = await listLinks(db, filter, storage.clock.now(), limit, readCursor(cursor));
      const answer: LinkPage = { data: page.rows.map(view), nextCursor: writeCursor(page.next) };
      response.json(answer);
    })
    .post(allow('operate'), async (request, response) => {
      const key = readIdempotencyKey(request);
      const body = await readBody(request, createLinkSchema);
      const { name: by, keyId } = callerOf(response);
      const idempotency = key === undefined ? {} : { idempotency: { actor: keyId ?? by, key } };
      const result = await context.createLink({ body, by, ...idempotency });
      switch (result.kind) {
        case 'created':
          response.status(201).location(`${request.baseUrl}/v1/merchant/links/${result.link.id}`).json(result.link);
          break;
        case 'taken':
          throw new ProblemError('link_order_taken', result.link === null ? {} : { members: { link: result.link } });
        case 'reused':
          throw new ProblemError('idempotency_key_reused');
        case 'invalid':
          throw new ProblemError('invalid_request', { errors: result.errors });
        case 'no_public_url':
          throw new ProblemError('public_url_missing');
      }
    })
    .all(rejectOtherMethods('GET', 'POST'));

  router
    .route('/v1/merchant/links/:id')
    .get(allow('read'), async (request, response) => {
      response.json(view(await findLinkOf(request)));
    })
    .all(rejectOtherMethods('GET'));

  router.route('/v1/merchant/links/:id/qr.svg').get(allow('read'), sendCode('image/svg+xml', writeQrSvg)).all(rejectOtherMethods('GET'));
  router.route('/v1/merchant/links/:id/qr.png').get(allow('read'), sendCode('image/png', writeQrPng)).all(rejectOtherMethods('GET'));

  router
    .route('/v1/merchant/links/:id/cancel')
    .post(allow('operate'), async (request, response) => {
      const result = await context.cancelLink(parseLinkId(request), callerOf(response).name);
      if (result.kind !== 'cancelled') throw new ProblemError(result.kind === 'paid' ? 'link_paid' : 'link_not_found');
      response.json(view(result.link));
    })
    .all(rejectOtherMethods('POST'));

  return router;
}

function parseLinkId(request: Request): LinkId {
  const id = z.safeParse(linkIdSchema, request.params.id);
  if (!id.success) throw new ProblemError('link_not_found');
  return id.data;
}
