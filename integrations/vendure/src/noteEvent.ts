import type { PaymentEvent } from '@tsena/node';
import { type Order, type RequestContext, VendureEvent } from '@vendure/core';
import type { TsenaNote } from './decide.ts';

/** Published when the plugin leaves a note on an order. Subscribe to it to send an e-mail to the shop's owner. */
export class TsenaNoteEvent extends VendureEvent {
  constructor(
    readonly ctx: RequestContext,
    readonly order: Order,
    readonly note: TsenaNote,
    readonly text: string,
    readonly payment: PaymentEvent['data'],
  ) {
    super();
  }
}
