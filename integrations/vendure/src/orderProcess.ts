import type { Injector, OrderProcess } from '@vendure/core';
import { TsenaOrderTokens } from './orderTokens.ts';

let tokens: TsenaOrderTokens;

/**
 * Keeps a shopper from changing or cancelling an order while its payment is under way: the payment has the amount of
 * the order as it was. An administrator can always do so.
 */
export const tsenaOrderProcess: OrderProcess<string> = {
  init(injector: Injector) {
    tokens = injector.get(TsenaOrderTokens);
  },
  async onTransitionStart(fromState, toState, { ctx, order }) {
    if (ctx.apiType !== 'shop' || fromState !== 'ArrangingPayment') return undefined;
    if (toState !== 'AddingItems' && toState !== 'Cancelled') return undefined;
    if (order.currencyCode !== 'MGA') return undefined;
    const open = await tokens.findOpenPayment(ctx, order);
    // While the companion does not answer, shoppers can still go back to the cart: a webhook with another amount
    // settles nothing.
    const isAllowed = open === 'none' || (open === 'unknown' && toState === 'AddingItems');
    return isAllowed ? undefined : 'A mobile-money payment of this order is in progress. Wait for its result.';
  },
};
