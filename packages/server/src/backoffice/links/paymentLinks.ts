import { createHash } from 'node:crypto';
import { type Ariary, type FieldError, writeAmount } from '@tsena/shared';
import { type LinkId, linkIdSchema, type OrderClaims, type OrderReference } from '@tsena/shared/checkout';
import { LINK_ORDER_PREFIX, type Link, type LinkToCreate, linkSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import type { Settings } from '../../config/settings.ts';
import { createOrderSuffix } from '../../core/orders/orderSuffix.ts';
import type { OrderToPay } from '../../core/storage/attempts.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { StoredLink } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import type { Actor } from '../../http/idempotencyKey.ts';
import { recordAudit } from '../auditLog.ts';
import { answerOnce, type KeyReused } from '../idempotencyKeys.ts';
import { viewRow } from '../viewRow.ts';
import { findLink, insertLink, type LinkRow, openShopPage, takenOrder } from './linkRows.ts';

/** The latest time of a JavaScript date, ms since 1970. */
const MAX_TIME_MS = 8.64e15;

/** What the use cases of payment links take. */
export interface LinksOptions {
  readonly storage: Storage;
  /** The addresses of links begin with PUBLIC_URL. In production a `returnUrl` must be https. */
  readonly current: () => Pick<Settings, 'publicUrl'> & { readonly operator: Pick<Settings['operator'], 'environment'> };
}

/** Who creates which link. */
export interface CreateLinkRequest extends Actor {
  readonly body: LinkToCreate;
}

/** The result of {@link createLink}. */
export type CreateLinkResult =
  | { readonly kind: 'created'; readonly link: Link }
  | { readonly kind: 'refused'; readonly code: 'invalid_request'; readonly errors: readonly FieldError[] }
  /** `link_order_taken`: another active link collects the order, or it is paid (then there is no `link`). */
  | {
      readonly kind: 'refused';
      readonly code: 'link_order_taken' | 'public_url_missing';
      readonly members: { readonly link?: Link };
    }
  | KeyReused;

/** Creates a payment link. With an Idempotency-Key, the same body gets the same link for seven days, as it stands. */
export function createLink(options: LinksOptions, request: CreateLinkRequest): Promise<CreateLinkResult> {
  const { storage } = options;
  const { publicUrl } = options.current();
  if (publicUrl === null) return Promise.resolve({ kind: 'refused', code: 'public_url_missing', members: {} });
  return storage.store.transact(async (trx): Promise<CreateLinkResult> => {
    const create = () => createWithin(options, publicUrl, trx, request);
    if (request.idempotency === undefined) return create();
    const once = { ...request.idempotency, endpoint: 'links', body: request.body };
    const result = await answerOnce<Exclude<CreateLinkResult, { readonly kind: 'created' }>>(storage, trx, once, async () => {
      const created = await create();
      return created.kind === 'created' ? { kind: 'created', answer: created.link.id } : created;
    });
    if (result.kind !== 'created') return result;
    const link = await findLink(storage, z.parse(linkIdSchema, result.answer), trx);
    if (link === undefined) throw new TypeError('The link of an Idempotency-Key is gone.');
    return { kind: 'created', link: viewLink(link, publicUrl) };
  });
}

async function createWithin(
  { storage, current }: LinksOptions,
  publicUrl: string,
  trx: Trx,
  { body, by }: CreateLinkRequest,
): Promise<CreateLinkResult> {
  const now = storage.clock.now();
  const errors: FieldError[] = [];
  if (body.expiresAt !== undefined && body.expiresAt <= now) errors.push({ pointer: '/expiresAt', detail: 'a time in the future' });
  if (current().operator.environment === 'production' && body.returnUrl !== undefined && !isHttps(body.returnUrl)) {
    errors.push({ pointer: '/returnUrl', detail: 'an https address' });
  }
  if (errors.length > 0) return { kind: 'refused', code: 'invalid_request', errors };
  const taken = body.order === undefined ? undefined : await takenOrder(storage, trx, body.order);
  if (taken !== undefined) {
    const members = taken.link === null ? {} : { link: viewLink(taken.link, publicUrl) };
    return { kind: 'refused', code: 'link_order_taken', members };
  }
  const link = await insertLink(storage, trx, {
    source: 'merchant',
    order_reference: body.order ?? (`${LINK_ORDER_PREFIX}${createOrderSuffix()}` as OrderReference),
    amount: body.amount,
    description: body.description ?? null,
    return_url: body.returnUrl ?? null,
    reusable: body.reusable ? 1 : 0,
    created_by: by.name,
    expires_at: body.expiresAt ?? null,
  });
  const changes = { order: link.order_reference, amount: String(link.amount) };
  await recordAudit(storage, trx, by, { action: 'link_created', subject: link.id, changes });
  return { kind: 'created', link: viewLink({ ...link, status: 'active' }, publicUrl) };
}

/**
 * The page of a shop's order. An order token leads to the same page each time; another amount or description leads to another page of the
 * same order, and the order still takes one payment. The page expires with the newest token.
 *
 * @param claims of a verified order token
 */
export function openOrderPage({ storage }: Pick<LinksOptions, 'storage'>, claims: OrderClaims): Promise<LinkId> {
  const { exp, ...order } = claims;
  return openShopPage(storage, {
    source: 'shop',
    order_reference: order.sub,
    amount: order.amount,
    description: order.description ?? null,
    return_url: order.returnUrl ?? null,
    original_transaction_reference: order.originalTransactionReference ?? null,
    foreign_currency: order.foreignCurrency ?? null,
    foreign_amount: order.foreignAmount ?? null,
    reusable: 0,
    claims_hash: sha256(
      JSON.stringify([
        order.sub,
        order.amount,
        order.description,
        order.returnUrl,
        order.foreignCurrency,
        order.foreignAmount,
        order.originalTransactionReference,
      ]),
    ),
    created_by: 'shop',
    // A shop may sign any number; a date ends here.
    expires_at: Math.min(Math.floor(exp * 1000), MAX_TIME_MS),
  });
}

type OrderOfLink = Pick<
  StoredLink,
  'order_reference' | 'amount' | 'description' | 'reusable' | 'original_transaction_reference' | 'foreign_currency' | 'foreign_amount'
>;

/**
 * The order that a payer of a link pays.
 *
 * @param oneTimeValue of the page's form; a reusable link gives each value an order of its own
 */
export function orderOfLink(link: OrderOfLink, oneTimeValue: string): OrderToPay {
  const sub = link.reusable === 1 ? (`${link.order_reference}-${oneTimeValue}` as OrderReference) : link.order_reference;
  return {
    sub,
    amount: link.amount as Ariary,
    currency: 'MGA',
    ...(link.description === null ? {} : { description: link.description }),
    ...(link.original_transaction_reference === null ? {} : { originalTransactionReference: link.original_transaction_reference }),
    ...(link.foreign_currency === null ? {} : { foreignCurrency: link.foreign_currency }),
    ...(link.foreign_amount === null ? {} : { foreignAmount: link.foreign_amount }),
  };
}

/** A link as the merchant sees it. */
export function viewLink(link: LinkRow, publicUrl: string): Link {
  return viewRow(linkSchema, link, ({ id, order_reference: order, amount, reusable, ...row }) => ({
    ...{ ...row, id, order, currency: 'MGA' },
    url: `${publicUrl}/pay/${id}`,
    amount: writeAmount(amount as Ariary),
    reusable: reusable === 1,
  }));
}

/** The shop's page with the order in its query: unsigned, so it proves nothing. Null without one. */
export function returnUrlOf({ return_url }: Pick<StoredLink, 'return_url'>, order: OrderReference): string | null {
  if (return_url === null || !URL.canParse(return_url)) return null;
  const url = new URL(return_url);
  url.searchParams.set('order', order);
  return url.href;
}

function isHttps(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'https:';
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
