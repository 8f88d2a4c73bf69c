import { linkIdSchema } from '@tsena/shared/checkout';
import { createLinkSchema, linkPageSchema, linkQuerySchema, linkSchema } from '@tsena/shared/merchant';
import type { Cursor } from '../../database/page.ts';
import { callerOf } from '../../http/caller.ts';
import { readActor } from '../../http/idempotencyKey.ts';
import { defineRoute } from '../../http/route.ts';
import { answerPage } from '../answerPage.ts';
import { listLinks } from './linkRows.ts';
import { cancelLink, createLink, readLink, viewLink } from './paymentLinks.ts';
import { writeQrPng, writeQrSvg } from './qrCode.ts';

const byId = { id: { schema: linkIdSchema, otherwise: 'link_not_found' } } as const;

interface CodeFormat {
  readonly suffix: string;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  write(text: string): string | Buffer;
}

function codeRoute({ suffix, id, name, type, write }: CodeFormat) {
  return defineRoute({
    method: 'get',
    path: `/v1/merchant/links/{id}/qr.${suffix}`,
    id,
    summary: `Read the QR code of a link as ${name}`,
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
export const linkRoutes = [
  defineRoute({
    method: 'post',
    path: '/v1/merchant/links',
    id: 'createLink',
    summary: 'Create a payment link',
    text: 'Send `Idempotency-Key` (1 to 255 characters) to repeat the request safely: for seven days, the same body gets the same link, as it stands.',
    scope: 'operate',
    body: createLinkSchema,
    answers: { 201: { text: 'The link', schema: linkSchema } },
    problems: ['link_order_taken', 'public_url_missing', 'idempotency_key_reused'],
    async handle(context, { request, response, body }) {
      const link = await createLink(context, { body, ...readActor(request, response) });
      response.location(`${request.baseUrl}/v1/merchant/links/${link.id}`);
      return link;
    },
  }),
  defineRoute({
    method: 'get',
    path: '/v1/merchant/links',
    id: 'listLinks',
    summary: 'List payment links, newest first',
    scope: 'read',
    query: linkQuerySchema,
    answers: { 200: { text: 'A page', schema: linkPageSchema } },
    problems: ['public_url_missing'],
    handle(context, { query: { cursor, limit, ...filter } }) {
      const { store, clock } = context.storage;
      const read = (after: Cursor | null) => listLinks(store.db, filter, clock.now(), limit, after);
      return answerPage(context, cursor, read, (link) => viewLink(context, link));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/v1/merchant/links/{id}',
    id: 'readLink',
    summary: 'Read a payment link',
    text: 'The `linkId` of a payment that a shop’s order token led to names a link too. It is in no list, and `createdBy` is `shop`.',
    scope: 'read',
    params: byId,
    answers: { 200: { text: 'The link', schema: linkSchema } },
    problems: ['public_url_missing'],
    handle: (context, { params }) => readLink(context, params.id),
  }),
  codeRoute({ suffix: 'svg', id: 'readLinkCode', name: 'SVG', type: 'image/svg+xml', write: writeQrSvg }),
  codeRoute({ suffix: 'png', id: 'readLinkCodePng', name: 'PNG', type: 'image/png', write: writeQrPng }),
  defineRoute({
    method: 'post',
    path: '/v1/merchant/links/{id}/cancel',
    id: 'cancelLink',
    summary: 'Cancel a payment link',
    text: 'No new payment can begin. A payment that has begun continues, and makes the link `paid` if it completes.',
    scope: 'operate',
    params: byId,
    answers: { 200: { text: 'The link afterwards', schema: linkSchema } },
    problems: ['link_paid', 'public_url_missing'],
    handle: (context, { params, response }) => cancelLink(context, params.id, callerOf(response)),
  }),
];
