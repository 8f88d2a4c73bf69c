import { type Ariary, fillText, formatMoney, type Language, writeAmount } from '@tsena/shared';
import { describeReview, REVIEW_TEXTS, type ReviewReason, type Totals, writeLocalTime } from '@tsena/shared/merchant';
import type { StoredAttempt } from '../../core/storage/failedAttempts.ts';
import type { ShopFailure } from '../../core/storage/shopFailure.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { redact } from '../../log/redact.ts';
import texts from './texts.json' with { type: 'json' };

/** The columns of a payment that an e-mail shows. */
export type MailedPayment = Pick<StoredPayment, 'order_reference' | 'amount' | 'payer'>;

/** A payment that needs review, and why. */
type ReviewedMail = MailedPayment &
  Pick<StoredPayment, 'status' | 'resolution'> & {
    readonly differences: readonly string[] | null;
    readonly reasons: readonly ReviewReason[];
  };

/** A payment of a link, with the description that the merchant wrote into the link. */
type PaidMail = MailedPayment & Pick<StoredPayment, 'description' | 'transaction_id' | 'final_at' | 'updated_at'>;

/** What an e-mail reports. */
export type MailContent =
  | {
      readonly kind: 'link_paid';
      /** In the order in which they were paid; mostly one. */
      readonly payments: readonly PaidMail[];
    }
  | {
      readonly kind: 'review_required';
      /** Payments that need review since the last e-mail; `listed` has the newest of them. */
      readonly count: number;
      readonly listed: readonly ReviewedMail[];
      /** All payments that need review now. */
      readonly total: number;
    }
  | {
      readonly kind: 'daily_summary';
      /** `YYYY-MM-DD` */
      readonly day: string;
      readonly totals: Totals['total'];
      /** All payments that need review now. */
      readonly needingReview: number;
    }
  | {
      readonly kind: 'shop_failure';
      /** When the first attempt failed, ms since 1970. */
      readonly since: number;
      /** All webhooks that are pending. */
      readonly waiting: number;
      readonly receiver: ShopFailure['receiver'];
      readonly last: Pick<StoredAttempt, 'at' | 'status' | 'error'>;
    }
  | { readonly kind: 'test' };

/** The texts of an e-mail. */
export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
}

/** What {@link composeMail} takes beside the content. */
export interface ComposeOptions {
  readonly language: Language;
  readonly environment: 'sandbox' | 'production';
  readonly partnerName: string;
}

/**
 * A text in the language of the e-mail. Subjects take numbers and days only: nothing that the shop or a payer wrote.
 */
type Translate = (key: keyof typeof texts, values?: Readonly<Record<string, string | number>>) => string;

/**
 * Writes an e-mail as plain text. The subject contains no text of the shop or of a payer. The text contains no full
 * phone number and no address to open.
 */
export function composeMail(
  content: MailContent,
  { language, environment, partnerName }: ComposeOptions,
): ComposedMail {
  const t: Translate = (key, values = {}) => withPlainSpaces(fillText(texts[key][language], language, values));
  const isSandbox = environment === 'sandbox';
  const { subject, body } = write(content, t, language);
  const paragraphs = [partnerName, ...(isSandbox ? [t('sandbox')] : []), ...body];
  const closing = content.kind === 'test' ? [] : [`${t('where')} ${t('noLinks')}`];
  return {
    subject: isSandbox ? `[Sandbox] ${subject}` : subject,
    text: `${[...paragraphs, ...closing].join('\n\n')}\n`,
  };
}

/** The subject, and the paragraphs that only this kind of e-mail has. */
function write(
  content: MailContent,
  t: Translate,
  language: Language,
): { readonly subject: string; readonly body: readonly string[] } {
  switch (content.kind) {
    case 'link_paid': {
      const { payments } = content;
      const listed = payments.map((payment) => lines(paidRows(payment, t, language), language));
      const n = payments.length;
      return n === 1
        ? { subject: t('subject.linkPaid'), body: [t('linkPaid'), ...listed] }
        : { subject: t('subject.linksPaid', { n }), body: [t('linksPaid'), ...listed] };
    }
    case 'review_required': {
      const listed = content.listed.map(({ reasons, ...payment }) =>
        [
          lines(paymentRows(payment, t, language), language),
          ...reasons.map((reason) => withPlainSpaces(describeReview(reason, payment, findIn(language)))),
        ].join('\n'),
      );
      const left = content.count - content.listed.length;
      const more = left > 0 ? [t('more', { n: left })] : [];
      const body = [t('reviewRequired'), ...listed, ...more, t('needingReview', { n: content.total })];
      return { subject: t('subject.reviewRequired', { n: content.count }), body };
    }
    case 'daily_summary': {
      const { completed, amount, refunded, net, fees, unknownFees, failed } = content.totals;
      const unknown = t(unknownFees === 1 ? 'unknownFees.one' : 'unknownFees.other', { n: unknownFees });
      const known = unknownFees === 0 ? money(fees, language) : `${money(fees, language)} (${unknown})`;
      const rows = [
        [t('completed'), String(completed)],
        [t('received'), money(amount, language)],
        [t('refunded'), money(refunded, language)],
        [t('net'), money(net, language)],
        [t('fees'), unknownFees > 0 && unknownFees >= completed ? unknown : known],
        [t('failed'), String(failed)],
      ] as const;
      const body = [
        `${t('summary')} ${content.day}.`,
        lines(rows, language),
        t('needingReview', { n: content.needingReview }),
      ];
      return { subject: t('subject.dailySummary', { day: content.day }), body };
    }
    case 'shop_failure': {
      const { since, waiting, receiver, last } = content;
      const error = quoteDescription(last.error);
      // What a handler in the same process threw is its answer.
      const silence = receiver === 'handler' ? error : `${t('noAnswer')} (${error})`;
      const answer = last.status === null ? silence : String(last.status);
      const rows = [
        [t('waiting'), String(waiting)],
        [t('since'), writeLocalTime(since)],
        [t('lastAttempt'), writeLocalTime(last.at)],
        [t('answer'), answer],
      ] as const;
      const body = [t('shopFailure'), lines(rows, language), t('shopFailure.next')];
      return { subject: t('subject.shopFailure'), body };
    }
    case 'test':
      return { subject: t('subject.test'), body: [t('test')] };
  }
}

/** Finds a text about reviews in a language. */
function findIn(language: Language): (key: string, values?: Readonly<Record<string, string>>) => string | undefined {
  const texts: Readonly<Record<string, Readonly<Record<Language, string>>>> = REVIEW_TEXTS;
  return (key, values = {}) => {
    const text = texts[key]?.[language];
    return text === undefined ? undefined : fillText(text, language, values);
  };
}

function paymentRows({ order_reference: order, amount, payer }: MailedPayment, t: Translate, language: Language) {
  return [
    [t('amount'), money(writeAmount(amount as Ariary), language)],
    [t('order'), quoteOrder(order)],
    [t('payer'), oneLine(payer)],
  ] as const;
}

function paidRows(payment: PaidMail, t: Translate, language: Language) {
  const { description, transaction_id, final_at, updated_at } = payment;
  return [
    ...paymentRows(payment, t, language),
    ...(description === null ? [] : [[t('description'), quoteDescription(description)] as const]),
    [t('paidAt'), writeLocalTime(final_at ?? updated_at)] as const,
    ...(transaction_id === null ? [] : [[t('reference'), oneLine(transaction_id)] as const]),
  ];
}

function money(digits: string, language: Language): string {
  const [sign, rest] = digits.startsWith('-') ? ['-', digits.slice(1)] : ['', digits];
  return sign + withPlainSpaces(formatMoney(rest, language));
}

/** Mail programs show a no-break space, but some searches do not find it. */
function withPlainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

function lines(rows: readonly (readonly [string, string])[], language: Language): string {
  const colon = language === 'fr' ? ' :' : ':';
  return rows.map(([name, value]) => `${name}${colon} ${value}`).join('\n');
}

/** The order reference, by which the merchant finds the payment. A phone number in it is hidden. */
function quoteOrder(order: string): string {
  return redact(oneLine(order)).replaceAll('://', ' ');
}

/** What a person wrote, without phone numbers, and without what mail programs turn into a link. */
function quoteDescription(text: string): string {
  return redact(oneLine(text)).replace(/:\/\/|(?<=[\p{L}\d-])\.(?=\p{L})|@/gu, ' ');
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}
