import { TsenaError } from '@tsena/node';
import { type Injector, LanguageCode, PaymentMethodHandler, UserInputError } from '@vendure/core';
import { HANDLER_CODE } from './constants.ts';
import { TsenaRefunds } from './refunds.ts';
import { VerifiedPayment } from './verifiedPayment.ts';

let refunds: TsenaRefunds;

type CreateRefund = PaymentMethodHandler['createRefund'];

class TsenaPaymentHandler extends PaymentMethodHandler {
  /**
   * Records the refund. `false` leaves it pending in Vendure, until an administrator settles it with the operator's
   * reference.
   */
  override async createRefund(...[ctx, input, amount, order, payment]: Parameters<CreateRefund>): Promise<false> {
    try {
      await refunds.record(ctx, { reason: input.reason ?? '', amount, order, payment });
      return false;
    } catch (error) {
      if (error instanceof TsenaError) throw new UserInputError(refunds.explain(error));
      throw error;
    }
  }
}

/**
 * The payment method handler `tsena`. Only a verified webhook creates its payments, and they are settled from the
 * beginning.
 */
export const tsenaPaymentHandler = new TsenaPaymentHandler({
  code: HANDLER_CODE,
  description: [
    { languageCode: LanguageCode.en, value: 'Mobile money (Tsena Checkout)' },
    { languageCode: LanguageCode.fr, value: 'Mobile money (Tsena Checkout)' },
  ],
  args: {},

  init(injector: Injector) {
    refunds = injector.get(TsenaRefunds);
  },

  createPayment(_ctx, _order, amount, _args, metadata) {
    const verified: unknown = metadata.verified;
    // No request of the shop API can hold an instance of this class.
    if (!(verified instanceof VerifiedPayment)) {
      throw new UserInputError(
        'A mobile-money payment cannot be added by the storefront. Call createTsenaOrderToken and show the payment form.',
      );
    }
    if (verified.money !== amount) throw new Error('The order has changed since its payment was compared with it.');
    const { id, transactionReference, environment } = verified.payment;
    return {
      amount,
      state: 'Settled',
      transactionId: transactionReference ?? id,
      metadata: { paymentId: id, transactionReference, environment },
    };
  },

  cancelPayment(_ctx, _order, payment) {
    // A payment that an administrator added by hand may be a mistake.
    if (typeof payment.metadata.paymentId !== 'string') return { success: true };
    throw new UserInputError('This payment is completed, and its money has moved. Record a refund instead.');
  },

  settlePayment() {
    return { success: false, errorMessage: 'The companion settles mobile-money payments.' };
  },
});
