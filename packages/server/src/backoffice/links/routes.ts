import { linkIdSchema } from '@tsena/shared/checkout';
import { createLinkSchema, linkPageSchema, linkQuerySchema, linkSchema } from '@tsena/shared/merchant';
import { callerOf, readActor } from '../../http/kit/caller.ts';
import { publicPath } from '../../http/kit/publicPath.ts';
import { defineRoute, type Endpoint } from '../../http/kit/route.ts';
import { recordListReading } from '../shared/listReadings.ts';
import { cancelLink, createLink, pageOfLinks, readLink } from './paymentLinks.ts';
import { writeQrPng, writeQrSvg } from './qrCode.ts';

const byId = { id: { schema: linkIdSchema, otherwise: 'link_not_found' } } as const;

function codeRoute(endpoint: Endpoint, type: string, write: (text: string) => string | Buffer) {
  return defineRoute(endpoint, {
    scope: 'read',
    params: byId,
    answers: { 200: { text: 'The picture', type } },
    problems: ['public_url_missing'],
    async handle(context, { params, response }) {
      const { url } = await readLink(context, params.id);
      response.type(type).send(write(url));
    },
  });
}

/** `/v1/merchant/links`: payment links, their QR codes, and their cancellation. */
export const linkRoutes = {
  /**
   * Create a payment link.
   *
   * Send `Idempotency-Key` (1 to 255 characters) to repeat the request safely: for seven days, the same body gets the
   * same link, as it stands.
   */
  createLink: defineRoute('POST /v1/merchant/links', {
    scope: 'operate',
    body: createLinkSchema,
    answers: { 201: { text: 'The link', schema: linkSchema } },
    problems: ['link_order_taken', 'public_url_missing', 'idempotency_key_reused'],
    async handle(context, { request, response, body }) {
      const link = await createLink(context, { body, ...readActor(request, response) });
      response.location(`${publicPath(request, context)}/v1/merchant/links/${link.id}`);
      return link;
    },
  }),
  /** List payment links, newest first. */
  listLinks: defineRoute('GET /v1/merchant/links', {
    scope: 'read',
    query: linkQuerySchema,
    answers: { 200: { text: 'A page', schema: linkPageSchema } },
    problems: ['public_url_missing'],
    async handle(context, { query, response }) {
      await recordListReading(context.storage, callerOf(response), 'links', query.cursor);
      return pageOfLinks(context, query);
    },
  }),
  /**
   * Read a payment link.
   *
   * The `linkId` of a payment that a shop’s order token led to names a link too. It is in no list, and `createdBy` is
   * `shop`.
   */
  readLink: defineRoute('GET /v1/merchant/links/{id}', {
    scope: 'read',
    params: byId,
    answers: { 200: { text: 'The link', schema: linkSchema } },
    problems: ['public_url_missing'],
    handle: (context, { params }) => readLink(context, params.id),
  }),
  /** Read the QR code of a link as SVG. */
  readLinkCode: codeRoute('GET /v1/merchant/links/{id}/qr.svg', 'image/svg+xml', writeQrSvg),
  /** Read the QR code of a link as PNG. */
  readLinkCodePng: codeRoute('GET /v1/merchant/links/{id}/qr.png', 'image/png', writeQrPng),
  /**
   * Cancel a payment link.
   *
   * No new payment can begin. A payment that has begun continues, and makes the link `paid` if it completes.
   */
  cancelLink: defineRoute('POST /v1/merchant/links/{id}/cancel', {
    scope: 'operate',
    params: byId,
    answers: { 200: { text: 'The link afterwards', schema: linkSchema } },
    problems: ['link_paid', 'public_url_missing'],
    handle: (context, { params, response }) => cancelLink(context, params.id, callerOf(response)),
  }),
};
