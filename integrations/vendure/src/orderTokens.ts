import { Inject, Injectable } from '@nestjs/common';
import { readCheckout, signOrderToken, TsenaError } from '@tsena/node';
import {
  ActiveOrderService,
  ConfigService,
  Logger,
  type Order,
  OrderService,
  PaymentMethodService,
  type RequestContext,
  totalCoveredByPayments,
  UserInputError,
} from '@vendure/core';
import { HANDLER_CODE, LOGGER_CONTEXT, TSENA_OPTIONS } from './constants.ts';
import { toAriary } from './money.ts';
import type { Options } from './options.ts';
import { precisionOf } from './precision.ts';

const TIMEOUT_MS = 5_000;

/** What a storefront needs to show the payment form. */
export interface TsenaOrderToken {
  readonly companionUrl: string;
  readonly orderToken: string;
}

/** Whether a payment of an order may be under way. */
export type OpenPayment = 'none' | 'open' | 'unknown';

/** Signs order tokens, and asks the companion for an order's payment. */
@Injectable()
export class TsenaOrderTokens {
  constructor(
    @Inject(TSENA_OPTIONS) private readonly options: Options,
    @Inject(ConfigService) private readonly config: ConfigService,
    @Inject(OrderService) private readonly orders: OrderService,
    @Inject(ActiveOrderService) private readonly activeOrders: ActiveOrderService,
    @Inject(PaymentMethodService) private readonly methods: PaymentMethodService,
  ) {}

  /**
   * Signs the active order of a shopper, with what is still to be paid.
   *
   * @throws UserInputError if there is no active order, if it is not in the state ArrangingPayment, is not in whole
   *   Ariary, or mobile money is not offered for it, or the companion's environment is not the shop's
   */
  async create(ctx: RequestContext): Promise<TsenaOrderToken> {
    const order = await this.activeOrders.getActiveOrder(ctx, undefined);
    if (order === undefined) throw new UserInputError('There is no active order.');
    if (order.state !== 'ArrangingPayment')
      throw new UserInputError('The order must be in the state ArrangingPayment.');
    const amount = await this.outstanding(ctx, order);
    if (order.currencyCode !== 'MGA' || amount === null) {
      throw new UserInputError('Mobile money takes whole Ariary (MGA), at least 100.');
    }
    if (!(await this.#isOffered(ctx, order))) throw new UserInputError('Mobile money is not offered for this order.');
    const orderToken = this.#sign(order, amount);
    await this.#refuseOtherEnvironment(orderToken);
    return { companionUrl: this.options.companionUrl, orderToken };
  }

  /** What an order has still to pay, in whole Ariary; null for a fraction, or for no amount that the operator takes. */
  async outstanding(ctx: RequestContext, order: Order): Promise<string | null> {
    return toAriary(await this.outstandingMoney(ctx, order), precisionOf(this.config));
  }

  /** What an order has still to pay, in Vendure's units. */
  async outstandingMoney(ctx: RequestContext, order: Order): Promise<number> {
    order.payments = await this.orders.getOrderPayments(ctx, order.id);
    return order.totalWithTax - totalCoveredByPayments(order);
  }

  /** Asks the companion whether a payment of an order is under way, or completed. */
  async findOpenPayment(ctx: RequestContext, order: Order): Promise<OpenPayment> {
    // The amount does not matter for the question.
    const orderToken = this.#sign(order, (await this.outstanding(ctx, order)) ?? '100');
    try {
      const { payment } = await readCheckout({
        companionUrl: this.options.companionUrl,
        orderToken,
        timeoutMs: TIMEOUT_MS,
      });
      return payment === null || payment.status === 'failed' ? 'none' : 'open';
    } catch (error) {
      if (!(error instanceof TsenaError)) throw error;
      Logger.warn(
        `The companion could not say whether order ${order.code} is being paid: ${error.message} (${error.code})`,
        LOGGER_CONTEXT,
      );
      return 'unknown';
    }
  }

  /** Without an answer, the payment form says that the companion cannot be reached. */
  async #refuseOtherEnvironment(orderToken: string): Promise<void> {
    const { companionUrl, environment } = this.options;
    const named = await readCheckout({ companionUrl, orderToken, timeoutMs: TIMEOUT_MS }).then(
      (checkout) => checkout.environment,
      (error: unknown) => {
        if (error instanceof TsenaError) return environment;
        throw error;
      },
    );
    if (named === environment) return;
    Logger.error(
      `Mobile money is not offered: the companion's environment is ${named}, this shop's is ${environment}.`,
      LOGGER_CONTEXT,
    );
    throw new UserInputError('Mobile money is not available now.');
  }

  #sign(order: Order, amount: string): string {
    const { orderPrefix, orderTokenSecret, returnUrl } = this.options;
    const back = returnUrl?.(order);
    return signOrderToken(
      {
        order: `${orderPrefix}${order.code}`,
        amount,
        currency: 'MGA',
        description: `Order ${order.code}`.slice(0, 50),
        ...(back === undefined ? {} : { returnUrl: back }),
      },
      orderTokenSecret,
    );
  }

  /** Whether an enabled payment method with the handler `tsena` takes this order. */
  async #isOffered(ctx: RequestContext, order: Order): Promise<boolean> {
    const { items } = await this.methods.findAll(ctx, { filter: { enabled: { eq: true } } });
    const codes = items.filter(({ handler }) => handler.code === HANDLER_CODE).map(({ code }) => code);
    if (codes.length === 0) return false;
    const eligible = await this.orders.getEligiblePaymentMethods(ctx, order.id);
    return eligible.some(({ code, isEligible }) => isEligible && codes.includes(code));
  }
}
