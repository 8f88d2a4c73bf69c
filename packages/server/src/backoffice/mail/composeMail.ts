import { type Ariary, formatMoney, type Language, writeAmount } from '@tsena/shared';
import { REVIEW_REASON_TEXTS, type ReviewReason, type Totals, writeLocalTime } from '@tsena/shared/merchant';
import type { StoredPayment } from '../../database/schema.ts';
import { redact } from '../../redact.ts';
import { MAIL_TEXTS, type MailTexts } from './texts.ts';

/** The columns of a payment that an e-mail shows. */
export type MailedPayment = Pick<StoredPayment, 'order_reference' | 'amount' | 'payer'>;

/** What an e-mail reports. Times are ms since 1970. */
export type MailContent =
  | {
      readonly kind: 'link_paid';
      readonly payment: MailedPayment;
      /** What the merchant wrote into the link. */
      readonly description: string | null;
      readonly transactionReference: string | null;
      readonly paidAt: number;
    }
  | {
      readonly kind: 'review_required';
      /** Payments that need review since the last e-mail; `listed` has the newest of them. */
      readonly count: number;
      readonly listed: readonly (MailedPayment & { readonly reasons: readonly ReviewReason[] })[];
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
 * Writes an e-mail as plain text. The subject contains no text of the shop or of a payer. The text contains no full phone number and no
 * address to open.
 */
export function composeMail(content: MailContent, { language, environment, partnerName }: ComposeOptions): ComposedMail {
  const texts = MAIL_TEXTS[language];
  const isSandbox = environment === 'sandbox';
  const { subject, body } = write(content, texts, language);
  const paragraphs = [partnerName, ...(isSandbox ? [texts.sandbox] : []), ...body];
  const closing = content.kind === 'test' ? [] : [`${texts.where} ${texts.noLinks}`];
  return { subject: isSandbox ? `[Sandbox] ${subject}` : subject, text: `${[...paragraphs, ...closing].join('\n\n')}\n` };
}

/** The subject, and the paragraphs that only this kind of e-mail has. */
function write(content: MailContent, texts: MailTexts, language: Language): { readonly subject: string; readonly body: readonly string[] } {
  const { subjects } = texts;
  switch (content.kind) {
    case 'link_paid': {
      const { payment, description, transactionReference, paidAt } = content;
      const rows = [
        ...paymentRows(payment, texts, language),
        ...(description === null ? [] : [[texts.description, quoteDescription(description)] as const]),
        [texts.paidAt, writeLocalTime(paidAt)] as const,
        ...(transactionReference === null ? [] : [[texts.reference, oneLine(transactionReference)] as const]),
      ];
      return { subject: subjects.linkPaid, body: [texts.linkPaid, lines(rows, language)] };
    }
    case 'review_required': {
      const listed = content.listed.map(({ reasons, ...payment }) =>
        [
          lines(paymentRows(payment, texts, language), language),
          ...reasons.map((reason) => REVIEW_REASON_TEXTS[reason].meaning[language]),
        ].join('\n'),
      );
      const left = content.count - content.listed.length;
      const more = left > 0 ? [texts.more(left)] : [];
      const body = [texts.reviewRequired, ...listed, ...more, texts.needingReview(content.total)];
      return { subject: subjects.reviewRequired(content.count), body };
    }
    case 'daily_summary': {
      const { completed, amount, refunded, net, fees, unknownFees, failed } = content.totals;
      const unknown = unknownFees === 0 ? '' : ` (${texts.unknownFees(unknownFees)})`;
      const rows = [
        [texts.completed, String(completed)],
        [texts.received, money(amount, language)],
        [texts.refunded, money(refunded, language)],
        [texts.net, money(net, language)],
        [texts.fees, `${money(fees, language)}${unknown}`],
        [texts.failed, String(failed)],
      ] as const;
      const body = [`${texts.summary} ${content.day}.`, lines(rows, language), texts.needingReview(content.needingReview)];
      return { subject: subjects.dailySummary(content.day), body };
    }
    case 'test':
      return { subject: subjects.test, body: [texts.test] };
  }
}

function paymentRows({ order_reference: order, amount, payer }: MailedPayment, texts: MailTexts, language: Language) {
  return [
    [texts.amount, money(writeAmount(amount as Ariary), language)],
    [texts.order, quoteOrder(order)],
    [texts.payer, oneLine(payer)],
  ] as const;
}

/** Mail programs show a no-break space, but some searches do not find it. */
function money(digits: string, language: Language): string {
  const [sign, rest] = digits.startsWith('-') ? ['-', digits.slice(1)] : ['', digits];
  return sign + formatMoney(rest, language).replaceAll('\u00a0', ' ');
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
