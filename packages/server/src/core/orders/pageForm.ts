import { createHash, createHmac } from 'node:crypto';
import { isSameText } from '../../config/isSameText.ts';
import type { Secret } from '../../config/secret.ts';
import type { Clock } from '../../time/clock.ts';
import { createOrderSuffix, ORDER_SUFFIX } from './orderSuffix.ts';

/**
 * How long a form of a payment page can be sent, ms. A page that stays open longer gets a new form with the first
 * attempt to send it.
 */
const VALID_MS = 24 * 60 * 60_000;

/** What a form proves: the one-time value that the companion wrote into this page. */
export interface PageFormResult {
  /** 12 characters; of a reusable link, the end of the order reference. */
  readonly oneTimeValue: string;
  /** SHA-256 of the value, as it is stored with the payment. */
  readonly hash: string;
  /** When the page was made, ms since 1970. */
  readonly at: number;
}

/**
 * Signs the hidden field of a payment page's form. The field holds a one-time value and is bound to one page, so that a
 * form that is sent twice is one order, and another site cannot compose a form.
 */
export interface PageForms {
  /** @param oneTimeValue that of an earlier form, to continue its order; default: a new one */
  sign(page: string, oneTimeValue?: string): string;
  /**
   * Reads the field; undefined if it is missing, too old, or signed for another page.
   *
   * @param maxAgeMs how old it can be; default: as long as a form can be sent
   */
  read(page: string, field?: string, maxAgeMs?: number): PageFormResult | undefined;
}

/** @param secrets those of the order tokens: the first signs, any is accepted */
export function createPageForms(secrets: readonly Secret[], clock: Clock): PageForms {
  const [signing] = secrets;
  if (signing === undefined) throw new TypeError('createPageForms needs a secret.');
  const seal = (secret: Secret, page: string, value: string, time: string) =>
    createHmac('sha256', secret.reveal())
      .update(`tsena page form\n${page}\n${value}\n${time}`)
      .digest('base64url')
      .slice(0, 27);
  return {
    sign(page, oneTimeValue = createOrderSuffix()) {
      const time = clock.now().toString(36);
      return `${oneTimeValue}.${time}.${seal(signing, page, oneTimeValue, time)}`;
    },
    read(page, field = '', maxAgeMs = VALID_MS) {
      const [oneTimeValue = '', time = '', given = '', ...rest] = field.split('.');
      if (rest.length > 0 || !ORDER_SUFFIX.test(oneTimeValue) || !/^[0-9a-z]{1,9}$/.test(time)) return undefined;
      const isSigned = secrets.some((secret) => isSameText(seal(secret, page, oneTimeValue, time), given));
      const at = Number.parseInt(time, 36);
      if (!isSigned || Math.abs(clock.now() - at) > maxAgeMs) return undefined;
      return { oneTimeValue, hash: hashOneTimeValue(oneTimeValue), at };
    },
  };
}

/** SHA-256 of a form's one-time value, as it is stored with the payment. */
export function hashOneTimeValue(oneTimeValue: string): string {
  return createHash('sha256').update(oneTimeValue).digest('base64url');
}
