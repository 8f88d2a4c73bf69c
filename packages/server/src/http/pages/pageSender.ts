import { type Ariary, type Language, sentenceFor, writeAmount } from '@tsena/shared';
import { type LinkId, type Payment, type PaymentId, takesReference } from '@tsena/shared/checkout';
import type { HostedData, Mistake } from '@tsena/widget/server';
import type { Request, Response } from 'express';
import { findLink, type LinkRow } from '../../backoffice/links/linkRows.ts';
import { closedCode, type OrderPage } from '../../backoffice/links/orderPage.ts';
import { orderOfLink, returnUrlOf } from '../../backoffice/links/paymentLinks.ts';
import { refundsOf } from '../../backoffice/refunds/refund.ts';
import type { Settings } from '../../config/settings.ts';
import { createOrderSuffix } from '../../core/orders/orderSuffix.ts';
import { closedReason } from '../../core/rules/opening.ts';
import type { Attempts, PaymentInOrder } from '../../core/rules/view.ts';
import { withoutRetry } from '../../core/views/payment.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { showOrder } from '../checkout/showOrder.ts';
import type { HttpContext } from '../kit/context.ts';
import { publicPath } from '../kit/publicPath.ts';
import { type Branding, type Page, sendPage } from './branding.ts';
import { aboutOf, linkPage, type PagePart } from './linkPage.ts';
import { readOwnNumber, rememberOwnNumber } from './ownNumber.ts';
import { languageFor, languageQuery } from './pageRequest.ts';
import { paymentPage } from './paymentPage.ts';
import texts from './texts.json' with { type: 'json' };

/** What the page of a link shows besides the link. */
interface LinkToSend extends OrderPage {
  readonly part: PagePart;
  /** In the form of that part. */
  readonly mistake?: Mistake;
  /** The signed field of the form that was sent. Default: a new one. */
  readonly field?: string | undefined;
}

/** Answers a request for a hosted page, and finds what the page is about. */
export class PageSender {
  readonly request: Request;
  readonly response: Response;
  readonly language: Language;
  readonly #query: string;
  readonly #context: HttpContext;
  readonly #branding: Branding;

  constructor(context: HttpContext, branding: Branding, request: Request, response: Response) {
    this.request = request;
    this.response = response;
    this.language = languageFor(request);
    this.#query = languageQuery(request);
    this.#context = context;
    this.#branding = branding;
  }

  /** Which part of the page the address asks for. */
  get part(): PagePart {
    const { view } = this.request.query;
    return view === 'retry' || view === 'reference' ? view : 'status';
  }

  /** The path of a page as browsers reach the companion. */
  #pathOf(id: LinkId | PaymentId): string {
    return `${publicPath(this.request, this.#context)}/pay/${id}`;
  }

  /** The address of a page, relative to that of the request: `/pay`, where a form of a shop's page arrives, or a page's. */
  #addressOf(id: LinkId | PaymentId): string {
    return this.request.params.id === undefined && !this.request.path.endsWith('/') ? `pay/${id}` : id;
  }

  /**
   * Leads to the page of a link or a payment.
   *
   * @param view `waiting`: the page of a reusable link that says that a payment is in progress, without the payment's
   *   address
   */
  redirect(id: LinkId | PaymentId, view?: 'waiting'): void {
    this.response.set(this.#branding.headers).redirect(303, this.#pathOf(id) + languageQuery(this.request, view));
  }

  /** Leads to the page of a payment that this browser has just started, which may show the number that it has sent. */
  redirectToOwn({ id, msisdn }: Pick<StoredPayment, 'id' | 'msisdn'>): void {
    if (msisdn !== null)
      rememberOwnNumber(this.request, this.response, this.#pathOf(id), msisdn, this.#context.current().PUBLIC_URL);
    this.redirect(id);
  }

  /** Sends the page of a link. */
  async sendLink(status: number, link: LinkRow, page: LinkToSend): Promise<void> {
    const { state, view, attempts, mayHavePrompt, part, mistake, field } = page;
    const { language } = this;
    const oneTimeValue = createOrderSuffix();
    const address = this.#addressOf(link.id);
    const form = {
      action: address + this.#query,
      fields: { form: field ?? this.#context.tokens.pageForms.sign(link.id, oneTimeValue) },
    };
    const note = mayHavePrompt ? `${texts.earlier[language]} ${texts.keep[language]}` : null;
    const about = aboutOf(link);
    // What a payer has typed stays where it is.
    const live =
      state === 'open' && mistake === undefined
        ? await this.#goLive(link, oneTimeValue, null, { about, payer: null, closed: null, note, form })
        : null;
    const sent = { ...form, mistake };
    const shown = linkPage(link, {
      language,
      state,
      view,
      part,
      form: sent,
      reference: this.takersOf(attempts).length === 0 ? null : sent,
      note,
      now: this.#context.storage.clock.now(),
      live,
    });
    this.send(status, { ...shown, address });
  }

  /** The payments of an order that take the operator's reference. */
  takersOf(attempts: Attempts): StoredPayment[] {
    return attempts.filter((one) => takesReference(this.#context.view(one, attempts, this.language)));
  }

  /** Sends the page of a payment. */
  async sendPayment(
    status: number,
    { payment, attempts }: PaymentInOrder,
    part: PagePart,
    mistake?: Mistake,
  ): Promise<void> {
    const { tokens, storage, view: showPayment } = this.#context;
    const link = payment.link_id === null ? undefined : await findLink(storage, payment.link_id as LinkId);
    const found = showPayment(payment, attempts, this.language);
    const closed = link && closedReason(link, storage.clock.now());
    const whyClosed =
      link && closed ? `${sentenceFor(closedCode(closed, link), this.language)} ${texts.keep[this.language]}` : null;
    const mayNeverRetry = link === undefined || closed !== undefined;
    const shown = mayNeverRetry ? withoutRetry(found, this.language) : found;
    const oneTimeValue = (link === undefined ? undefined : oneTimeValueOf(link, payment)) ?? createOrderSuffix();
    const about = payment.description ?? payment.order_reference;
    const payer = readOwnNumber(this.request, found.payer);
    const page = paymentPage(shown, {
      part,
      address: payment.id + this.#query,
      payer,
      about,
      refunds: payment.amount_refunded === 0 ? [] : await this.#readRefunds(payment.id),
      closed: whyClosed,
      takesAnother: !mayNeverRetry,
      registration: registrationOf(this.#context.current()),
      retry:
        link !== undefined && shown.retryable
          ? {
              action: link.id + this.#query,
              fields: { form: tokens.pageForms.sign(link.id, oneTimeValue), from: payment.id },
              mistake,
            }
          : null,
      reference: takesReference(found)
        ? { action: payment.id + this.#query, fields: { form: tokens.pageForms.sign(payment.id) }, mistake }
        : null,
      returnUrl: link === undefined ? null : returnUrlOf(link, payment.order_reference),
      live:
        link === undefined
          ? null
          : await this.#goLive(link, oneTimeValue, shown, { about, payer, closed: whyClosed, note: null, form: null }),
    });
    this.send(status, { ...page, address: this.#addressOf(payment.id) });
  }

  async #readRefunds(id: PaymentId) {
    const refunds = await refundsOf(this.#context.storage.store.db, id);
    return refunds
      .filter(({ status }) => status === 'recorded')
      .map((one) => ({ amount: writeAmount(one.amount as Ariary), at: one.refunded_at }));
  }

  /**
   * The widget on this page can do what the form on it can do, with the same one-time value. `payment`: on whose page
   * this is.
   */
  async #goLive(
    link: LinkRow,
    oneTimeValue: string,
    payment: Payment | null,
    shown: Pick<HostedData, 'about' | 'payer' | 'closed' | 'note' | 'form'>,
  ): Promise<HostedData> {
    const { tokens, current } = this.#context;
    const order = orderOfLink(link, oneTimeValue);
    return {
      ...shown,
      language: this.language,
      orderToken: await tokens.pages.sign(
        { link: link.id, oneTimeValue, payment: payment?.id ?? null },
        link.amount as Ariary,
      ),
      query: this.#query,
      logoUrl: this.#branding.settings.BRAND_LOGO_URL,
      registration: registrationOf(current()),
      contact: current().MERCHANT_CONTACT,
      checkout: showOrder(current(), order, returnUrlOf(link, order.sub), payment),
    };
  }

  /** Sends a page, for example one that is about no link and no payment. */
  send(status: number, page: Page): void {
    sendPage(this.response, status, this.#branding, { language: this.language, query: this.#query }, page);
  }
}

function registrationOf({ MERCHANT_NIF, MERCHANT_STAT }: Settings) {
  return { nif: MERCHANT_NIF, stat: MERCHANT_STAT };
}

/**
 * A new attempt at an order of a reusable link continues that order: its one-time value is the end of the order
 * reference.
 */
function oneTimeValueOf(link: LinkRow, payment: StoredPayment): string | undefined {
  return link.reusable === 1 ? payment.order_reference.slice(link.order_reference.length + 1) : undefined;
}
