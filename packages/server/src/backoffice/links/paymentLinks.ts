import { createHash } from 'node:crypto';
import { type Ariary, type FieldError, writeAmount } from '@tsena/shared';
import type { LinkId, OrderClaims, OrderReference } from '@tsena/shared/checkout';
import { LINK_ORDER_PREFIX, type Link, type LinkToCreate, linkSchema } from '@tsena/shared/merchant';
import type { Settings } from '../../config/settings.ts';
import { createOrderSuffix } from '../../core/orders/orderSuffix.ts';
import type { OrderToPay } from '../../core/storage/paymentRequest.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { StoredLink } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import type { Actor } from '../../http/kit/caller.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { ProblemError } from '../../input/problemError.ts';
import { recordAudit } from '../shared/auditLog.ts';
import { defineList, type Paging } from '../shared/defineList.ts';
import { createOnce } from '../shared/idempotencyKeys.ts';
import { transactOrRefuse } from '../shared/transactOrRefuse.ts';
import { viewRow } from '../shared/viewRow.ts';
import {
  findLink,
  insertLink,
  type LinkFilter,
  type LinkRow,
  markCancelled,
  openShopPage,
  selectLinks,
  takenOrder,
} from './linkRows.ts';

/** The latest time of a JavaScript date, ms since 1970. */
const MAX_TIME_MS = 8.64e15;

/** What the use cases of payment links take. */
export interface LinksOptions {
  readonly storage: Storage;
  /** The addresses of links begin with PUBLIC_URL. In production a `returnUrl` must be https. */
  readonly current: () => Pick<Settings, 'PUBLIC_URL' | 'OPERATOR_ENVIRONMENT'>;
}

/** Who creates which link. */
export type CreateLinkRequest = Actor & { readonly body: LinkToCreate };

/**
 * Creates a payment link. With an Idempotency-Key, the same body gets the same link for seven days, as it stands.
 *
 * @throws ProblemError if it is not created: for example because another active link collects the order, or it is paid
 */
export async function createLink(options: LinksOptions, request: CreateLinkRequest): Promise<Link> {
  const { storage } = options;
  requirePublicUrl(options);
  return transactOrRefuse(storage, async (trx) => {
    const once = request.idempotency && { ...request.idempotency, endpoint: 'links', body: request.body };
    const id = await createOnce(storage, trx, once, () => createWithin(options, trx, request));
    if (id instanceof ProblemError) return id;
    return viewLink(options, await requireLink(storage, id, trx));
  });
}

/**
 * Creates a payment link in a transaction that goes on.
 *
 * @returns its id; or why there is none, and then nothing is written
 */
export async function createWithin(
  options: LinksOptions,
  trx: Trx,
  { body, by }: CreateLinkRequest,
): Promise<LinkId | ProblemError> {
  const { storage, current } = options;
  const now = storage.clock.now();
  const errors: FieldError[] = [];
  if (body.expiresAt !== undefined && body.expiresAt <= now)
    errors.push({ pointer: '/expiresAt', detail: 'a time in the future' });
  if (current().OPERATOR_ENVIRONMENT === 'production' && body.returnUrl !== undefined && !isHttps(body.returnUrl)) {
    errors.push({ pointer: '/returnUrl', detail: 'an https address' });
  }
  if (errors.length > 0) return new ProblemError('invalid_request', { errors });

  const taken = body.order === undefined ? undefined : await takenOrder(storage, trx, body.order);
  if (taken !== undefined) {
    return new ProblemError('link_order_taken', {
      members: taken.link === null ? {} : { link: viewLink(options, taken.link) },
    });
  }

  const link = await insertLink(storage, trx, {
    source: 'merchant',
    order_reference: body.order ?? (`${LINK_ORDER_PREFIX}${createOrderSuffix()}` as OrderReference),
    amount: body.amount,
    description: body.description ?? null,
    return_url: body.returnUrl ?? null,
    reusable: body.reusable ? 1 : 0,
    created_by: by.name,
    expires_at: body.expiresInSeconds === undefined ? (body.expiresAt ?? null) : now + body.expiresInSeconds * 1000,
  });
  const changes = { order: link.order_reference, amount: String(link.amount) };
  await recordAudit(storage, trx, by, { action: 'link_created', subject: link.id, changes });
  return link.id;
}

/** @throws ProblemError if there is no link with this id */
export async function requireLink(storage: Storage, id: LinkId, trx?: Trx): Promise<LinkRow> {
  const link = await findLink(storage, id, trx);
  if (link === undefined) throw new ProblemError('link_not_found');
  return link;
}

/**
 * Reads a link.
 *
 * @throws ProblemError if there is none, or without PUBLIC_URL
 */
export async function readLink(options: LinksOptions, id: LinkId): Promise<Link> {
  return viewLink(options, await requireLink(options.storage, id));
}

/**
 * Cancels a link: it starts no new payment, and payments that have begun continue. One that is cancelled already stays
 * as it is.
 *
 * @throws ProblemError if there is none, it is paid, or without PUBLIC_URL
 */
export async function cancelLink(options: LinksOptions, id: LinkId, by: Doer): Promise<Link> {
  const link = await markCancelled(options.storage, id, by);
  if (link === undefined) throw new ProblemError('link_not_found');
  if (link.status === 'paid') throw new ProblemError('link_paid');
  return viewLink(options, link);
}

/**
 * The page of a shop's order. An order token leads to the same page each time; another amount or description leads to
 * another page of the same order, and the order still takes one payment. The page expires with the newest token.
 *
 * @param claims of a verified order token
 */
export function openOrderPage({ storage }: Pick<LinksOptions, 'storage'>, claims: OrderClaims): Promise<LinkId> {
  const { exp, sub, amount, description, returnUrl, originalTransactionReference, foreignCurrency, foreignAmount } =
    claims;
  const hashed = [sub, amount, description, returnUrl, foreignCurrency, foreignAmount, originalTransactionReference];
  return openShopPage(storage, {
    source: 'shop',
    order_reference: sub,
    amount,
    description: description ?? null,
    return_url: returnUrl ?? null,
    original_transaction_reference: originalTransactionReference ?? null,
    foreign_currency: foreignCurrency ?? null,
    foreign_amount: foreignAmount ?? null,
    reusable: 0,
    claims_hash: createHash('sha256').update(JSON.stringify(hashed)).digest('base64url'),
    created_by: 'shop',
    // A shop may sign any number; a date ends here.
    expires_at: Math.min(Math.floor(exp * 1000), MAX_TIME_MS),
  });
}

type OrderOfLink = Pick<
  StoredLink,
  | 'order_reference'
  | 'amount'
  | 'description'
  | 'reusable'
  | 'original_transaction_reference'
  | 'foreign_currency'
  | 'foreign_amount'
>;

/**
 * The order that a payer of a link pays.
 *
 * @param oneTimeValue of the page's form; a reusable link gives each value an order of its own
 */
export function orderOfLink(link: OrderOfLink, oneTimeValue: string): OrderToPay {
  const sub =
    link.reusable === 1 ? (`${link.order_reference}-${oneTimeValue}` as OrderReference) : link.order_reference;
  return {
    sub,
    amount: link.amount as Ariary,
    currency: 'MGA',
    ...(link.description === null ? {} : { description: link.description }),
    ...(link.original_transaction_reference === null
      ? {}
      : { originalTransactionReference: link.original_transaction_reference }),
    ...(link.foreign_currency === null ? {} : { foreignCurrency: link.foreign_currency }),
    ...(link.foreign_amount === null ? {} : { foreignAmount: link.foreign_amount }),
  };
}

/**
 * A link as the merchant sees it.
 *
 * @throws ProblemError without PUBLIC_URL, with which its address begins
 */
export function viewLink(options: Pick<LinksOptions, 'current'>, link: LinkRow): Link {
  const publicUrl = requirePublicUrl(options);
  return viewRow(linkSchema, link, ({ id, order_reference: order, amount, reusable, ...row }) => ({
    ...{ ...row, id, order, currency: 'MGA' },
    url: `${publicUrl}/pay/${id}`,
    amount: writeAmount(amount as Ariary),
    reusable: reusable === 1,
  }));
}

/** The list of the merchant's links. */
export const pageOfLinks = defineList(
  ({ storage: { store, clock } }, query: LinkFilter & Paging) => selectLinks(store.db, query, clock.now()),
  (link, context) => viewLink(context, link),
  { time: 'links.created_at', id: 'links.id' },
);

/** @throws ProblemError without PUBLIC_URL, with which the addresses of links begin */
export function requirePublicUrl({ current }: Pick<LinksOptions, 'current'>): string {
  const { PUBLIC_URL } = current();
  if (PUBLIC_URL === null) throw new ProblemError('public_url_missing');
  return PUBLIC_URL;
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
