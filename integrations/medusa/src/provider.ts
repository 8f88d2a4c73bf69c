import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  BigNumberInput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  Logger,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types';
import {
  AbstractPaymentProvider,
  BigNumber,
  MedusaError,
  PaymentActions,
  PaymentSessionStatus,
} from '@medusajs/framework/utils';
import {
  createMerchantClient,
  isPaymentEvent,
  type Payment,
  readCheckout,
  signOrderToken,
  TsenaError,
  verifyWebhook,
} from '@tsena/node';
import { checkOptions, type TsenaOptions } from './options.ts';
import { readSessionData, type SessionData } from './sessionData.ts';

const TIMEOUT_MS = 5_000;
const BY_HAND = 'No money has moved: send it by hand from your account at the operator.';

const LOST =
  'The companion did not answer. The refund may have been recorded. Try again with the same amount: it is recorded once.';

const REFUND_FAULTS: Readonly<Record<string, string>> = {
  merchant_key_invalid: 'The companion does not know the merchant key of this shop. No refund was recorded.',
  scope_insufficient: 'The merchant key may not record refunds: it needs the scope operate. No refund was recorded.',
  merchant_api_off: 'The merchant API of the companion is off. No refund was recorded.',
  payment_not_found: 'The companion does not know this payment. No refund was recorded.',
  refund_not_possible: 'The companion knows this payment as not paid, so that there is nothing to refund.',
  refund_exceeds_payment: 'The refund is larger than what is left of this payment. No refund was recorded.',
  companion_unreachable: LOST,
  // A proxy or a hoster answered in its place.
  answer_invalid: LOST,
};

/** Says in Medusa's manner what is wrong. */
function refuse(message: string): never {
  throw new MedusaError(MedusaError.Types.NOT_ALLOWED, message);
}

/** Whole Ariary, as digits. Medusa has no minor units: 44500 is Ar 44 500. */
function toAriary(amount: BigNumberInput, least: number, otherwise: string): string {
  const { numeric } = new BigNumber(amount);
  if (!Number.isSafeInteger(numeric) || numeric < least)
    throw new MedusaError(MedusaError.Types.INVALID_DATA, otherwise);
  return String(numeric);
}

/**
 * The payment provider `tsena`. The id of a payment session is the order reference.
 *
 * A session is authorized and captured at once, and only if the companion says that its payment is completed, with the
 * session's amount. Until then its status is `pending_authorization`, with which Medusa places the order and keeps its
 * stock.
 */
export class TsenaProvider extends AbstractPaymentProvider<TsenaOptions> {
  static override identifier = 'tsena';

  readonly #logger: Logger;

  constructor(container: { logger: Logger }, options: TsenaOptions) {
    super(container, options);
    checkOptions(options);
    this.#logger = container.logger;
  }

  /**
   * @throws TsenaError for a secret that is missing or too short, or another wrong option. Medusa then does not start
   */
  static override validateOptions(options: TsenaOptions): void {
    checkOptions(options);
  }

  /** Signs the order. The storefront passes `data.orderToken` to the payment form. */
  async initiatePayment({ amount, currency_code, data }: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const session: unknown = data?.session_id;
    if (typeof session !== 'string')
      throw new MedusaError(MedusaError.Types.INVALID_DATA, 'The payment session has no id.');
    const described = this.#describe(session, amount, currency_code);
    await this.#refuseOtherEnvironment(described.orderToken);
    return { id: session, data: { ...described } };
  }

  /** Signs the order again, with its new amount. */
  async updatePayment({ amount, currency_code, data }: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const order: unknown = data?.order ?? data?.session_id;
    if (typeof order !== 'string')
      throw new MedusaError(MedusaError.Types.INVALID_DATA, 'The payment session has no order of Tsena.');
    return { data: { ...this.#describe(order, amount, currency_code) } };
  }

  /** Asks the companion. What the storefront says does not count. */
  async authorizePayment({ data }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const session = readSessionData(data);
    const payment = await this.#readPayment(session);
    if (payment !== null && payment !== 'unknown' && this.#pays(payment, session)) {
      const { id, transactionReference } = payment;
      return { status: PaymentSessionStatus.CAPTURED, data: { ...data, paymentId: id, transactionReference } };
    }
    // A token of the time when the order is placed: the shopper has two hours to pay.
    return { status: PaymentSessionStatus.PENDING_AUTHORIZATION, data: { ...data, ...this.#sign(session) } };
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const session = readSessionData(data);
    const payment = await this.#readPayment(session);
    const given = data === undefined ? {} : { data };
    if (payment === null || payment === 'unknown')
      return { ...given, status: PaymentSessionStatus.PENDING_AUTHORIZATION };
    if (this.#pays(payment, session)) return { ...given, status: PaymentSessionStatus.CAPTURED };
    const isFailed = payment.status === 'failed';
    return { ...given, status: isFailed ? PaymentSessionStatus.ERROR : PaymentSessionStatus.PENDING_AUTHORIZATION };
  }

  /** A completed payment has moved its money already. Another one cannot be captured. */
  async capturePayment({ data }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const session = readSessionData(data);
    const payment = await this.#readPayment(session);
    if (payment === null || payment === 'unknown' || !this.#pays(payment, session)) {
      refuse('The companion does not say that this payment is completed. Nothing was captured.');
    }
    return { data: { ...data, paymentId: payment.id, transactionReference: payment.transactionReference } };
  }

  /** The operator's interface cannot call a payment back. */
  async cancelPayment({ data }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return { data: data ?? {} };
  }

  /**
   * Lets a session go that has no payment. While the companion does not answer, too: shoppers could not change their
   * cart otherwise. A payment that completes without its session asks for review.
   *
   * @throws MedusaError while a payment of the session is in progress or completed: its webhook must find the session
   */
  async deletePayment({ data }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    if (data?.order === undefined) return { data: data ?? {} };
    const payment = await this.#readPayment(readSessionData(data));
    if (payment !== null && payment !== 'unknown' && payment.status !== 'failed') {
      refuse('A mobile-money payment of this cart is in progress. Wait for its result.');
    }
    return { data };
  }

  /** Records a refund. A person sends the money: the operator's interface has no refunds. */
  async refundPayment({ data, amount }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const session = readSessionData(data);
    const ariary = toAriary(amount, 1, 'A refund must be whole Ariary, at least 1.');
    const companionRefundId = await this.#recordRefund(session, ariary);
    this.#logger.warn(`Tsena: a refund of Ar ${ariary} of ${session.order} is recorded. ${BY_HAND}`);
    const refunds = `${session.refunds} ${ariary}`.trim();
    return { data: { ...data, refunds, companionRefundId, refundInstruction: BY_HAND } };
  }

  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: data ?? {} };
  }

  /**
   * Verifies a webhook. A completed payment in Ariary is SUCCESSFUL, another event about a payment session is
   * REQUIRES_MORE; both only about an order of Medusa. Everything else is NOT_SUPPORTED. Medusa acts on SUCCESSFUL
   * alone.
   *
   * @throws TsenaError for a signature, time or body that is not the companion's; `environment_differs`
   */
  async getWebhookActionAndData({ rawData, headers }: ProviderWebhookPayload['payload']): Promise<WebhookActionResult> {
    const event = verifyWebhook(rawData, headers as Record<string, string>, this.config.webhookSecret);
    if (!/^(payment|order)\./.test(event.type)) return { action: PaymentActions.NOT_SUPPORTED };
    if (!isPaymentEvent(event)) throw new TsenaError('webhook_body_invalid', 'The event has no payment.');
    const { environment, order, amount, currency } = event.data;
    if (!order.startsWith('payses_')) return { action: PaymentActions.NOT_SUPPORTED };
    if (environment !== this.#environment)
      throw new TsenaError('environment_differs', `The payment is one of ${environment}.`);
    const isPaid = event.type === 'payment.completed' && currency === 'MGA';
    return {
      action: isPaid ? PaymentActions.SUCCESSFUL : PaymentActions.REQUIRES_MORE,
      data: { session_id: order, amount },
    };
  }

  get #environment(): string {
    return this.config.environment ?? 'sandbox';
  }

  /** Without an answer, the payment form says that the companion cannot be reached. */
  async #refuseOtherEnvironment(orderToken: string): Promise<void> {
    const { companionUrl } = this.config;
    const named = await readCheckout({ companionUrl, orderToken, timeoutMs: TIMEOUT_MS }).then(
      ({ environment }) => environment,
      (error: unknown) => {
        if (error instanceof TsenaError) return this.#environment;
        throw error;
      },
    );
    if (named === this.#environment) return;
    this.#logger.error(
      `Tsena: not offered: the companion's environment is ${named}, this shop's is ${this.#environment}.`,
    );
    refuse('Mobile money is not available now.');
  }

  #describe(
    order: string,
    amount: BigNumberInput,
    currency: string,
  ): SessionData & { companionUrl: string; orderToken: string } {
    if (currency.toUpperCase() !== 'MGA')
      throw new MedusaError(MedusaError.Types.INVALID_DATA, 'Mobile money takes Ariary (MGA).');
    // All fields are written anew: a storefront can send data with a session.
    const session: SessionData = {
      order,
      amount: toAriary(amount, 100, 'Mobile money takes whole Ariary, at least 100.'),
      currency: 'MGA',
      paymentId: null,
      transactionReference: null,
      refunds: '',
    };
    return { ...session, ...this.#sign(session) };
  }

  #sign({ order, amount }: SessionData): { companionUrl: string; orderToken: string } {
    const { companionUrl, orderTokenSecret, returnUrl } = this.config;
    const back = returnUrl === undefined ? {} : { returnUrl };
    return { companionUrl, orderToken: signOrderToken({ order, amount, currency: 'MGA', ...back }, orderTokenSecret) };
  }

  /** The session's current payment at the companion; `unknown` if the companion does not answer. */
  async #readPayment(session: SessionData): Promise<Payment | null | 'unknown'> {
    try {
      return (await readCheckout({ ...this.#sign(session), timeoutMs: TIMEOUT_MS })).payment;
    } catch (error) {
      if (!(error instanceof TsenaError)) throw error;
      this.#logger.warn(
        `Tsena: the companion could not say whether ${session.order} is paid: ${error.message} (${error.code})`,
      );
      return 'unknown';
    }
  }

  #pays(payment: Payment, session: SessionData): boolean {
    return (
      payment.status === 'completed' &&
      payment.order === session.order &&
      payment.amount === session.amount &&
      payment.currency === session.currency &&
      payment.environment === this.#environment
    );
  }

  /** @returns the companion's id of the refund; null without a merchant key */
  async #recordRefund({ paymentId, refunds }: SessionData, amount: string): Promise<string | null> {
    const { companionUrl, merchantApiKey } = this.config;
    if (merchantApiKey === undefined) return null;
    if (paymentId === null) refuse('This payment has no id of the companion. No refund was recorded.');
    const client = createMerchantClient({ companionUrl, apiKey: merchantApiKey, timeoutMs: TIMEOUT_MS });
    try {
      // After a lost answer, the next try has the same key, whatever was refunded meanwhile, so that the refund is
      // recorded once.
      const number = refunds.split(' ').filter((earlier) => earlier === amount).length + 1;
      let idempotencyKey = `md-${paymentId}-${number}-${amount}`;
      for (;;) {
        const { id, status } = await client.refunds.record(
          paymentId,
          { amount, reason: 'Refund in Medusa' },
          { idempotencyKey },
        );
        if (status === 'recorded') return id;
        // The record of an earlier try was voided.
        idempotencyKey = `md-${id}`;
      }
    } catch (error) {
      if (!(error instanceof TsenaError)) throw error;
      return refuse(REFUND_FAULTS[error.code] ?? `${error.message} (${error.code})`);
    }
  }
}
