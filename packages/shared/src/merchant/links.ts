import * as z from 'zod/mini';
import { amountSchema } from '../amount.ts';
import { httpUrlSchema, orderReferenceSchema } from '../checkout/orderToken.ts';
import { digits, linkIdSchema } from '../checkout/payment.ts';
import { isVisible, isVisibleWithEmoji } from '../visibleText.ts';
import texts from './createLinkTexts.json' with { type: 'json' };
import { timestampSchema } from './moments.ts';
import { pageOf, paging } from './paging.ts';

/**
 * The status of a payment link. `active`: it can be paid; `paid`: its order is paid; `expired` and `cancelled`: no new
 * payment can begin. A payment that completes after that still makes the link `paid`. A reusable link is never `paid`.
 */
export const LINK_STATUSES = ['active', 'paid', 'expired', 'cancelled'] as const;

/** One of {@link LINK_STATUSES}. */
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** What generated order references begin with. An order token, or a merchant's own reference, may not begin with it. */
export const LINK_ORDER_PREFIX = 'LNK-';

/** The longest order reference of a reusable link: its orders are `{order}-` and 12 characters, 50 in all. */
export const MAX_REUSABLE_ORDER = 37;

/** The longest validity of a link that is given as a duration: ten years. */
const MAX_LINK_SECONDS = 10 * 365 * 24 * 60 * 60;

/** A payment link: an order that the companion signs. */
export const linkSchema = z.object({
  /** A part of the address of the link’s page. */
  id: linkIdSchema,
  /** The address to send to the payer. */
  url: z.string(),
  /** The order reference; for a reusable link, what the order references of its payments begin with. */
  order: z.string(),
  /** Whole Ariary, as digits. */
  amount: digits,
  /** ISO 4217. */
  currency: z.literal('MGA'),
  /** What the link is for, as payers see it. */
  description: z.nullable(z.string()),
  /** Whether each payer gets an order of their own. */
  reusable: z.boolean(),
  /**
   * `active`: it can be paid. `paid`: its order is paid; a reusable link never is. `expired`, `cancelled`: no new
   * payment can begin; a payment that completes later still makes the link `paid`.
   */
  status: z.enum(LINK_STATUSES),
  /** When it was created. */
  createdAt: z.string(),
  /**
   * The name of the merchant key that created it; `command line` for `tsena`, `shop` for the page of an order token.
   */
  createdBy: z.string(),
  /** From when no new payment can begin; null: never. */
  expiresAt: z.nullable(z.string()),
  /** When it was cancelled; null if it was not. A payment that had begun can still make it `paid`. */
  cancelledAt: z.nullable(z.string()),
  /** The name of the merchant key that cancelled it; `command line` for `tsena`. */
  cancelledBy: z.nullable(z.string()),
});

/** A payment link as the merchant sees it. */
export type Link = z.infer<typeof linkSchema>;

/** What a payment is for, as payers see it. */
export const descriptionSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(50), isVisibleWithEmoji);

/** A payment link to create. */
export const createLinkSchema = z
  .strictObject({
    amount: amountSchema,
    description: z.optional(descriptionSchema),
    order: z.optional(orderReferenceSchema),
    expiresAt: z.optional(timestampSchema),
    expiresInSeconds: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(MAX_LINK_SECONDS))),
    returnUrl: z.optional(httpUrlSchema),
    reusable: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ order, reusable }) => !reusable || order === undefined || order.length <= MAX_REUSABLE_ORDER, {
      error: `at most ${MAX_REUSABLE_ORDER} characters for a reusable link`,
      path: ['order'],
    }),
    z.refine(({ expiresAt, expiresInSeconds }) => expiresAt === undefined || expiresInSeconds === undefined, {
      error: 'not together with expiresAt',
      path: ['expiresInSeconds'],
    }),
  );

/** What the members of a link to create mean, in the OpenAPI document and in the help of the command line. */
export const createLinkTexts: Readonly<Record<string, string>> = texts;

/** The body of `POST /v1/merchant/links` as a client writes it. */
export type CreateLinkBody = z.input<typeof createLinkSchema>;

/** The body of `POST /v1/merchant/links`, parsed. */
export type LinkToCreate = z.output<typeof createLinkSchema>;

/** What the order references of some links begin with, for example `2026-10/`. */
export const orderPrefixSchema = z.string().check(z.minLength(1), z.maxLength(50), isVisible);

/** The query of `GET /v1/merchant/links`. */
export const linkQuerySchema = z.object({
  /** Only links with this status. */
  status: z.optional(z.enum(LINK_STATUSES)),
  /** The exact order reference. */
  order: z.optional(z.string().check(z.maxLength(50))),
  /** What the order reference begins with, in the same letters. */
  orderPrefix: z.optional(orderPrefixSchema),
  /**
   * `true`: only links that still are to be paid: active or expired, not reusable. A payment of the order may be under
   * way, or unresolved.
   */
  unpaid: z.optional(z.literal('true')),
  ...paging,
});

/** A page of a list. */
export const linkPageSchema = pageOf(linkSchema);

/** A list of payment links. */
export type LinkPage = z.infer<typeof linkPageSchema>;

/** The value of the header `Idempotency-Key`: 1 to 255 visible characters. */
export const idempotencyKeySchema = z
  .string()
  .check(z.regex(/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/, '1 to 255 visible characters'));
