import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  CurrencyCode,
  EventBus,
  PaymentMethod,
  PaymentMethodEvent,
  ProductVariantPrice,
  TransactionalConnection,
  UserInputError,
} from '@vendure/core';
import { HANDLER_CODE } from './constants.ts';

/**
 * Refuses to enable mobile money in a channel without a price in Ariary: Vendure keeps the number of a price when its
 * currency changes.
 */
@Injectable()
export class CurrencyGuard implements OnApplicationBootstrap {
  constructor(
    @Inject(EventBus) private readonly events: EventBus,
    @Inject(TransactionalConnection) private readonly connection: TransactionalConnection,
  ) {}

  onApplicationBootstrap(): void {
    // Blocking: the error takes the change of the payment method back.
    this.events.registerBlockingEventHandler({
      id: 'tsena-currency',
      event: PaymentMethodEvent,
      handler: (event) => this.#check(event),
    });
  }

  async #check({ ctx, entity, type }: PaymentMethodEvent): Promise<void> {
    if (type === 'deleted') return;
    // The event has only what was changed.
    const { enabled, handler } = await this.connection.getEntityOrThrow(ctx, PaymentMethod, entity.id);
    if (!enabled || handler.code !== HANDLER_CODE) return;
    const prices = this.connection.getRepository(ctx, ProductVariantPrice);
    if (await prices.existsBy({ channelId: ctx.channelId, currencyCode: CurrencyCode.MGA })) return;
    throw new UserInputError(
      'No product of this channel has a price in Ariary (MGA). Add MGA to the currencies of the channel and enter prices in it, then enable mobile money.',
    );
  }
}
