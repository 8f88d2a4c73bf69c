import { Inject, Injectable } from '@nestjs/common';
import type { PaymentEvent } from '@tsena/node';
import {
  ChannelService,
  ConfigService,
  EventBus,
  HistoryService,
  isGraphQlErrorResult,
  Logger,
  Order,
  OrderService,
  orderTotalIsCovered,
  PaymentMethodService,
  type RequestContext,
  RequestContextService,
  TransactionalConnection,
} from '@vendure/core';
import { HANDLER_CODE, LOGGER_CONTEXT, TSENA_OPTIONS } from './constants.ts';
import { decide, type OrderFacts, type TsenaNote } from './decide.ts';
import { TsenaNoteEvent } from './noteEvent.ts';
import { hasNote, noteText } from './notes.ts';
import type { Options } from './options.ts';
import { orderCodeOf } from './orderCode.ts';
import { TsenaOrderTokens } from './orderTokens.ts';
import { VerifiedPayment } from './verifiedPayment.ts';

const LOCKING_DATABASES = ['postgres', 'aurora-postgres', 'cockroachdb', 'mysql', 'aurora-mysql', 'mariadb'];

/** Vendure refused to add the payment. Its transaction is rolled back. */
class NotSettledError extends Error {
  override readonly name = 'NotSettledError';
}

/** Applies verified webhooks to orders. */
@Injectable()
export class TsenaOrderPayments {
  /** The webhook of an order that this process handles now. */
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(
    @Inject(TSENA_OPTIONS) private readonly options: Options,
    @Inject(ConfigService) private readonly config: ConfigService,
    @Inject(ChannelService) private readonly channels: ChannelService,
    @Inject(TransactionalConnection) private readonly connection: TransactionalConnection,
    @Inject(RequestContextService) private readonly contexts: RequestContextService,
    @Inject(OrderService) private readonly orders: OrderService,
    @Inject(HistoryService) private readonly history: HistoryService,
    @Inject(PaymentMethodService) private readonly methods: PaymentMethodService,
    @Inject(TsenaOrderTokens) private readonly tokens: TsenaOrderTokens,
    @Inject(EventBus) private readonly events: EventBus,
  ) {}

  /**
   * Applies an event to its order, in one transaction. Orders that are not this shop's change nothing.
   *
   * @returns `refused` for another environment than this shop's
   * @throws Error if the order could not be settled. The companion then delivers the event again
   */
  async apply(event: PaymentEvent): Promise<'applied' | 'refused'> {
    const code = orderCodeOf(event.data.order, this.options.orderPrefix);
    if (code === null) return 'applied';
    await this.#oneAtATime(code, async () => {
      const found = await this.#findOrder(code);
      if (found === null) {
        Logger.warn(
          `There is no order ${code}, but a webhook names it (${event.type}, ${event.data.id}, ${event.id}).`,
          LOGGER_CONTEXT,
        );
        return;
      }
      await this.#applyTo(found.ctx, found.order, found.method, event);
    });
    return event.data.environment === this.options.environment ? 'applied' : 'refused';
  }

  /** SQLite has one connection: two transactions at once would be one. Elsewhere the row's lock counts. */
  async #oneAtATime(code: string, act: () => Promise<void>): Promise<void> {
    const key = this.#canLock() ? code : '';
    // A failure belongs to the request before, which answers it.
    const before = this.#running.get(key) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(act);
    this.#running.set(key, mine);
    try {
      await mine;
    } finally {
      if (this.#running.get(key) === mine) this.#running.delete(key);
    }
  }

  #canLock(): boolean {
    return LOCKING_DATABASES.includes(this.config.dbConnectionOptions.type);
  }

  /**
   * The order, and a context of a channel in which it can be paid with mobile money; null for an order that is not this
   * shop's.
   */
  async #findOrder(code: string): Promise<{ ctx: RequestContext; order: Order; method: string | null } | null> {
    const order = await this.connection.rawConnection
      .getRepository(Order)
      .findOne({ where: { code }, relations: { channels: true } });
    if (order === null) return null;
    // The default channel has every order: a more particular one comes first.
    const { code: last } = await this.channels.getDefaultChannel();
    const channels = order.channels.toSorted((one, other) => Number(one.code === last) - Number(other.code === last));
    const contexts = await Promise.all(
      channels.map(({ token }) =>
        this.contexts.create({ apiType: 'admin', channelOrToken: token, currencyCode: order.currencyCode }),
      ),
    );
    for (const ctx of contexts) {
      const { items } = await this.methods.findAll(ctx, { filter: { enabled: { eq: true } } });
      const method = items.find(({ handler }) => handler.code === HANDLER_CODE);
      if (method !== undefined) return { ctx, order, method: method.code };
    }
    const [ctx] = contexts;
    return ctx === undefined ? null : { ctx, order, method: null };
  }

  async #applyTo(ctx: RequestContext, { id }: Order, method: string | null, event: PaymentEvent): Promise<void> {
    try {
      await this.connection.withTransaction(ctx, async (transaction) => {
        if (this.#canLock()) {
          await this.connection
            .getRepository(transaction, Order)
            .createQueryBuilder('order')
            .setLock('pessimistic_write')
            .where('order.id = :id', { id })
            .getOne();
        }
        const order = await this.connection.getEntityOrThrow(transaction, Order, id, {
          channelId: transaction.channelId,
          relations: ['lines', 'shippingLines', 'surcharges'],
        });
        const notes = await this.#notesOf(transaction, order);
        const { settle, note } = decide(event.type, event.data, await this.#factsOf(transaction, order, notes, event));
        if (settle) await this.#settle(transaction, order, method, event);
        if (note !== null) await this.#leaveNote(transaction, order, notes, note, event);
      });
    } catch (error) {
      if (!(error instanceof NotSettledError)) throw error;
      const { message } = error;
      await this.connection.withTransaction(ctx, async (transaction) => {
        const order = await this.connection.getEntityOrThrow(transaction, Order, id, {
          channelId: transaction.channelId,
        });
        await this.#leaveNote(
          transaction,
          order,
          await this.#notesOf(transaction, order),
          'not_settled',
          event,
          ` Vendure says: ${message}`,
        );
      });
      throw error;
    }
  }

  async #factsOf(
    ctx: RequestContext,
    order: Order,
    notes: readonly string[],
    { data }: PaymentEvent,
  ): Promise<OrderFacts> {
    const outstanding = await this.tokens.outstanding(ctx, order);
    return {
      environment: this.options.environment,
      state: order.state,
      outstanding,
      currency: order.currencyCode,
      paidBy: order.payments.flatMap(({ metadata }) =>
        typeof metadata.paymentId === 'string' ? [metadata.paymentId] : [],
      ),
      isCovered: order.totalWithTax > 0 && orderTotalIsCovered(order, ['Authorized', 'Settled']),
      notedPayments: notes.some((text) => text.includes(data.id)) ? [data.id] : [],
    };
  }

  async #settle(ctx: RequestContext, order: Order, method: string | null, event: PaymentEvent): Promise<void> {
    if (method === null) throw new NotSettledError('no enabled payment method has the handler tsena.');
    if (order.state === 'AddingItems') {
      const moved = await this.orders.transitionToState(ctx, order.id, 'ArrangingPayment');
      if (isGraphQlErrorResult(moved)) throw new NotSettledError(moved.transitionError);
    }
    const verified = new VerifiedPayment(event.data, await this.tokens.outstandingMoney(ctx, order));
    const settled = await this.orders.addPaymentToOrder(ctx, order.id, { method, metadata: { verified } });
    if (isGraphQlErrorResult(settled)) throw new NotSettledError(settled.message);
    Logger.info(`Order ${order.code} is paid (${event.data.id}).`, LOGGER_CONTEXT);
  }

  async #notesOf(ctx: RequestContext, order: Order): Promise<string[]> {
    const { items } = await this.history.getHistoryForOrder(ctx, order.id, false, { take: 1_000 });
    return items.flatMap(({ data }) => (typeof data.note === 'string' ? [data.note] : []));
  }

  /** Leaves a note that only administrators see, once for each webhook. */
  async #leaveNote(
    ctx: RequestContext,
    order: Order,
    notes: readonly string[],
    note: TsenaNote,
    event: PaymentEvent,
    more = '',
  ): Promise<void> {
    if (hasNote(notes, note, event)) return;
    const text = noteText(note, event, more);
    await this.orders.addNoteToOrder(ctx, { id: order.id, note: text, isPublic: false });
    // Subscribers run after the commit.
    await this.events.publish(new TsenaNoteEvent(ctx, order, note, text, event.data));
    Logger.warn(`Order ${order.code}: ${text}`, LOGGER_CONTEXT);
  }
}
