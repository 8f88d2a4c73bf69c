import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { type Ariary, writeAmount } from '@tsena/shared';
import { type LinkId, linkIdSchema, type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Secret } from '../../config/secret.ts';
import type { Clock } from '../../time/clock.ts';
import { ORDER_SUFFIX } from './orderSuffix.ts';
import { hashOneTimeValue } from './pageForm.ts';

/** How long a page token is accepted, s. A page that stays open longer gets a new one when it is loaded again. */
const VALID_SECONDS = 60 * 60;
const CLOCK_TOLERANCE_SECONDS = 5;
const TYPE = 'tsena-page+jwt';

/**
 * What a page token allows: what the form on the same page allows, and reading the payments that began with that form.
 */
export interface PageTokenContent {
  readonly link: LinkId;
  /** The one-time value of the page's form. */
  readonly oneTimeValue: string;
  /** The payment on whose page the token is; null on the page of a link. */
  readonly payment: PaymentId | null;
}

/** A verified page token. */
export interface PageToken extends PageTokenContent {
  /** SHA-256 of the one-time value, as it is stored with a payment. */
  readonly formHash: string;
}

/** The result of verifying a page token. */
export type PageTokenReading =
  | { readonly ok: true; readonly page: PageToken }
  | { readonly ok: false; readonly code: 'order_token_invalid' | 'order_token_expired' };

/** Signs and verifies the order tokens that the hosted page gives to the widget. */
export interface PageTokens {
  /**
   * @param amount for the widget, which shows it before it has loaded the order; the companion reads it from the link
   */
  sign(content: PageTokenContent, amount: Ariary): Promise<string>;
  /** Does not throw, whatever the token. */
  verify(token: string): Promise<PageTokenReading>;
}

const contentSchema = z.object({
  link: linkIdSchema,
  form: z.string().check(z.regex(ORDER_SUFFIX)),
  payment: z.optional(paymentIdSchema),
});

/**
 * The keys are derived from the secrets of the order tokens, so that no token that a shop signs is a page token, nor
 * the other way round.
 *
 * @param secrets those of the order tokens: the first signs, any is accepted
 */
export function createPageTokens(secrets: readonly Secret[], clock: Clock): PageTokens {
  const keys = secrets.map(deriveKey);
  const [signing] = keys;
  if (signing === undefined) throw new TypeError('createPageTokens needs a secret.');
  return {
    sign({ link, oneTimeValue, payment }, amount) {
      const issuedAt = Math.floor(clock.now() / 1000);
      const claims = {
        amount: writeAmount(amount),
        link,
        form: oneTimeValue,
        ...(payment === null ? {} : { payment }),
      };
      return new SignJWT({ ...claims, iat: issuedAt, exp: issuedAt + VALID_SECONDS })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .sign(signing);
    },
    async verify(token) {
      for (const key of keys) {
        try {
          const { payload } = await jwtVerify(token, key, {
            algorithms: ['HS256'],
            typ: TYPE,
            requiredClaims: ['exp'],
            currentDate: new Date(clock.now()),
            clockTolerance: CLOCK_TOLERANCE_SECONDS,
          });
          const content = z.safeParse(contentSchema, payload);
          if (!content.success) return { ok: false, code: 'order_token_invalid' };
          const { link, form, payment = null } = content.data;
          return { ok: true, page: { link, oneTimeValue: form, payment, formHash: hashOneTimeValue(form) } };
        } catch (error) {
          if (error instanceof errors.JWTExpired) return { ok: false, code: 'order_token_expired' };
        }
      }
      return { ok: false, code: 'order_token_invalid' };
    },
  };
}

function deriveKey(secret: Secret): KeyObject {
  return createSecretKey(createHmac('sha256', secret.reveal()).update('tsena page token').digest());
}
