import type { Ariary } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import type { Step } from '../../src/core/payments/steps.ts';
import type { OrderToPay } from '../../src/core/storage/paymentRequest.ts';
import { COOLDOWN_MS, msisdn } from '../support/testCompanion.ts';
import type { Draw } from './draw.ts';
import type { Point } from './simulatedCompanions.ts';
import { INITIATION_FATES, OPERATOR_FAULTS } from './simulatedOperator.ts';
import { LATE_PAYER } from './simulatedPayers.ts';
import type { SimulatedWorld } from './simulatedWorld.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** How long a companion that hangs keeps its payments. */
const LEASE_MS = 12 * SECOND;
/** When another payment of an order may begin, although the one before has no result. */
const AFTER_COOLDOWN_MS = COOLDOWN_MS + 5 * SECOND;
const HANGS_MS = [2 * SECOND, 14 * SECOND, 40 * SECOND, AFTER_COOLDOWN_MS] as const;
const PAYERS = ['0343500003', '0381234567', '0341111111', '0342222222', '0343333333', '0344444444'].map(msisdn);
const AMOUNTS = [25_000, 26_000] as const;

const SEND_STEPS: readonly Step[] = [
  'attempt written',
  'ready to send',
  'sending written',
  'answered',
  'answer written',
];
const CHECK_STEPS: readonly Step[] = [
  'status read',
  'details read',
  'result written',
  'webhook answered',
  'callback stored',
];
const SALE_STEPS: readonly Step[] = ['reference read', 'sale decided', 'sale written'];
const pointOf = (draw: Draw, steps: readonly Step[]): Point => (draw.chance(0.5) ? draw.of(steps) : draw.below(60));

function orderOf(reference: string, amount = 0): OrderToPay {
  return { sub: reference as OrderReference, amount: (AMOUNTS[amount] ?? AMOUNTS[0]) as Ariary, currency: 'MGA' };
}

/**
 * How a seed draws the details of an event, and what happens then. Numbers that name something are taken modulo how
 * many there are.
 */
function kind<Details extends object>(
  draw: (draw: Draw) => Details,
  happen: (world: SimulatedWorld, details: Details) => void,
) {
  return { draw, happen };
}

/** All that can happen. */
const EVENTS = {
  press: kind(
    (draw) => ({
      order: draw.below(5),
      /** -1: the payer of the order. */
      payer: draw.chance(0.15) ? draw.below(5) : -1,
      amount: draw.chance(0.1) ? 1 : 0,
      clicks: draw.of([1, 1, 1, 2, 4]),
      page: draw.below(3),
      /** The shopper presses once more after so long; null: not. */
      againAfterMs: draw.of([null, null, 15 * SECOND, 30 * SECOND, AFTER_COOLDOWN_MS]),
    }),
    (world, { order, payer, amount, clicks, page, againAfterMs }) => {
      const press = () =>
        world.press(orderOf(`ORDER-${order}`, amount), PAYERS[payer < 0 ? order : payer], { hasPage: page > 0 });
      for (let click = 0; click < clicks; click += 1) press();
      world.later(againAfterMs, press);
    },
  ),
  /**
   * A companion hangs when it has opened a payment, and the shopper presses again right after its lease has ended, in
   * another companion if there is one. Within that second its payment is still `created`: the order waits until the
   * other companion's poller has failed it.
   */
  'stalled press': kind(
    (draw) => ({
      order: draw.below(5),
      instance: draw.below(2),
      forMs: draw.of([14 * SECOND, 40 * SECOND]),
      againAfterMs: LEASE_MS + draw.below(SECOND),
    }),
    (world, { order, instance, forMs, againAfterMs }) => {
      const first = world.companions.at(instance);
      const press = (hasPage: boolean, companion = first) =>
        world.press(orderOf(`ORDER-${order}`), PAYERS[order], { hasPage, companion });
      first.hangsOpeningMs = forMs;
      press(false);
      world.later(againAfterMs, () => press(true, world.companions.at(instance + 1)));
    },
  ),
  /**
   * A companion hangs with the result of a status check, and nobody else gets one until its lease has ended: it may not
   * write it any more.
   */
  'stalled check': kind(
    (draw) => ({ instance: draw.below(2), forMs: draw.of([14 * SECOND, 40 * SECOND]) }),
    (world, { instance, forMs }) => {
      world.companions.at(instance).hangAt = { point: 'details read', forMs, hidesResults: true };
    },
  ),
  /** Many shoppers at the same time, each with an order and a phone of their own. */
  rush: kind(
    (draw) => ({ orders: draw.of([2, 5, 20]), withinMs: draw.of([0, 2 * SECOND, 20 * SECOND]) }),
    (world, { orders, withinMs }) => {
      for (let count = 0; count < orders; count += 1) {
        world.rushed += 1;
        const payer = msisdn(`03851${String(world.rushed).padStart(5, '0')}`);
        world.press(orderOf(`RUSH-${world.rushed}`), payer, { delayMs: Math.floor(world.random() * withinMs) });
      }
    },
  ),
  'create link': kind(
    (draw) => ({ isReusable: draw.chance(0.5), expiresInMs: draw.of([null, null, MINUTE, HOUR]) }),
    (world, { isReusable, expiresInMs }) =>
      world.companions.request(({ storage }) =>
        world.links.create(storage, AMOUNTS[0] as Ariary, isReusable, expiresInMs),
      ),
  ),
  'press link': kind(
    (draw) => ({ link: draw.below(3), payer: draw.below(2), isRepeated: draw.chance(0.4), clicks: draw.of([1, 1, 3]) }),
    (world, { link, payer, isRepeated, clicks }) =>
      world.companions.request(async ({ storage }) => {
        const form = await world.links.open(storage, link, isRepeated);
        if (form === undefined) return;
        const { claims, page } = form;
        for (let click = 0; click < clicks; click += 1) world.press(claims, PAYERS[payer], { page });
      }),
  ),
  'cancel link': kind(
    (draw) => ({ link: draw.below(3) }),
    (world, { link }) => world.companions.request(({ storage }) => world.links.cancel(storage, link)),
  ),
  counter: kind(
    (draw) => ({
      /** -1: the companion makes the order. */
      order: draw.of([-1, draw.below(5)]),
      payer: draw.below(5),
      /** Each seller has an Idempotency-Key of their own, and taps so often at once. */
      sellers: draw.of([1, 1, 2]),
      taps: draw.of([1, 2, 3]),
      /** Each seller taps once more after so long, as after a reload; null: not. */
      againAfterMs: draw.of([null, 300, 15 * SECOND, AFTER_COOLDOWN_MS]),
    }),
    (world, { order, payer, sellers, taps, againAfterMs }) => {
      const customer = PAYERS[payer];
      if (customer === undefined) return;
      const reference = order < 0 ? undefined : (`ORDER-${order}` as OrderReference);
      const requests = Array.from({ length: sellers }, () => world.counter.request(reference, customer));
      const tap = (times: number) => {
        for (const request of requests.flatMap((one) => Array.from({ length: times }, () => one)))
          world.companions.request(async (context, instance) =>
            world.opened(instance, await world.counter.take(context, request), false),
          );
      };
      tap(taps);
      world.later(againAfterMs, () => tap(1));
    },
  ),
  /**
   * A customer shows the reference of money that was sent by hand now, or of a transaction that is there: sent by hand
   * before, or by a prompt.
   */
  sale: kind(
    (draw) => ({
      /** -1: the customer sends money. */
      transaction: draw.of([-1, -1, draw.below(20)]),
      payer: draw.below(5),
      amount: draw.chance(0.1) ? 1 : 0,
      agedMs: draw.of([0, 0, 0, 23 * HOUR, 25 * HOUR]),
      isRightAmount: draw.chance(0.9),
      /** Each seller has an Idempotency-Key of their own, and taps so often at once. */
      sellers: draw.of([1, 2, 3]),
      taps: draw.of([1, 1, 2]),
      /** Each seller taps once more after so long; null: not. */
      againAfterMs: draw.of([null, 300, 15 * SECOND, AFTER_COOLDOWN_MS]),
    }),
    (world, { transaction: index, payer, amount: sent, agedMs, isRightAmount, sellers, taps, againAfterMs }) => {
      const { operator, time, counter } = world;
      const known = [...operator.sentByHand, ...operator.transactions];
      const money =
        (index < 0 ? undefined : known[index % Math.max(1, known.length)]) ??
        operator.sendByHand(PAYERS[payer] ?? '', AMOUNTS[sent] ?? AMOUNTS[0], time.now - agedMs);
      const amount = (Number(money.amount) + (isRightAmount ? 0 : 1000)) as Ariary;
      const requests = Array.from({ length: sellers }, () => counter.sale(amount, money.transactionId));
      world.sell(requests, taps);
      world.later(againAfterMs, () => world.sell(requests, 1));
    },
  ),
  initiations: kind(
    (draw) => ({ fate: draw.of(INITIATION_FATES), count: draw.of([1, 2, 6]) }),
    (world, { fate, count }) => world.operator.fates.push(...Array.from({ length: count }, () => fate)),
  ),
  operator: kind(
    (draw) => ({ fault: draw.of(OPERATOR_FAULTS), forMs: draw.of([5 * SECOND, 30 * SECOND, 2 * MINUTE, 15 * MINUTE]) }),
    (world, { fault, forMs }) => world.fail(fault, forMs),
  ),
  'forged callback': kind(
    (draw) => ({
      transaction: draw.below(20),
      names: draw.below(20),
      status: draw.of(['completed', 'failed'] as const),
    }),
    (world, { transaction: index, names: namesIndex, status }) => {
      const transaction = world.transactionAt(index);
      const names = world.transactionAt(namesIndex);
      if (transaction === undefined || names === undefined) return;
      if (names !== transaction) transaction.forgedNames.push(names);
      world.payers.callBack(transaction, 0, status, names);
    },
  ),
  correction: kind(
    (draw) => ({ transaction: draw.below(20), isCalledBack: draw.chance(0.6) }),
    (world, { transaction: index, isCalledBack }) => {
      const failed = world.operator.transactions.filter(({ state }) => state === 'failed');
      const transaction = failed[index % Math.max(1, failed.length)];
      if (transaction === undefined) return;
      Object.assign(transaction, { state: 'completed', completedAt: world.time.now });
      if (isCalledBack) world.payers.callBack(transaction, 100);
    },
  ),
  crash: kind(
    (draw) => ({ instance: draw.below(2), downMs: draw.of([100, 3 * SECOND, 20 * SECOND]) }),
    (world, { instance, downMs }) => world.companions.crash(world.companions.at(instance).process, downMs),
  ),
  'crash at': kind(
    (draw) => ({
      instance: draw.below(2),
      point: pointOf(draw, [...SEND_STEPS, ...SEND_STEPS, ...CHECK_STEPS, ...SALE_STEPS]),
      downMs: draw.of([100, 20 * SECOND]),
    }),
    (world, { instance, ...at }) => {
      world.companions.at(instance).crashAt = at;
    },
  ),
  hang: kind(
    (draw) => ({ instance: draw.below(2), forMs: draw.of(HANGS_MS) }),
    (world, { instance, forMs }) => world.companions.hang(world.companions.at(instance).process, forMs),
  ),
  'hang at': kind(
    (draw) => ({
      instance: draw.below(2),
      point: pointOf(draw, [...SEND_STEPS, ...CHECK_STEPS, ...SALE_STEPS]),
      forMs: draw.of(HANGS_MS),
    }),
    (world, { instance, ...at }) => {
      world.companions.at(instance).hangAt = at;
    },
  ),
  database: kind(
    (draw) => ({
      state: draw.of(['refused', 'full', 'answer lost'] as const),
      forMs: draw.of([200, 2 * SECOND, 15 * SECOND]),
    }),
    (world, { state, forMs }) => {
      if (state === 'answer lost' && world.plan.instances === 1) return;
      world.database.state = state;
      world.network.disturbLeasesUntil(world.time.now + forMs);
      world.time.plan(forMs, () => {
        world.database.state = 'up';
      });
    },
  ),
  clock: kind(
    (draw) => ({
      byMs: draw.of([-HOUR, -20 * SECOND, 30 * SECOND, 3 * HOUR, 4 * 24 * HOUR]),
      forMs: draw.of([10 * SECOND, 5 * MINUTE, HOUR]),
    }),
    (world, { byMs, forMs }) => {
      world.setClock(byMs);
      world.time.plan(forMs, () => world.setClock(0));
    },
  ),
  /** `slow`: the shop takes the webhook, and the companion stops waiting for its answer. */
  shop: kind(
    (draw) => ({
      state: draw.of(['unreachable', 'refuses', 'slow', 'answer lost'] as const),
      forMs: draw.of([3 * SECOND, 30 * SECOND, 7 * MINUTE]),
    }),
    (world, { state, forMs }) => {
      world.shop.state = state;
      world.time.plan(forMs, () => {
        world.shop.state = 'up';
      });
    },
  ),
  'submit reference': kind(
    (draw) => ({ payment: draw.below(20), transaction: draw.below(20) }),
    (world, { payment: index, transaction: transactionIndex }) => {
      const payment = world.paymentAt(index);
      const transaction = world.transactionAt(transactionIndex);
      if (payment !== undefined && transaction !== undefined)
        world.companions.request((context) => context.submitReference(payment.id, transaction.transactionId));
    },
  ),
  resolve: kind(
    (draw) => ({ payment: draw.below(20), resolution: draw.of(['received', 'not_received', 'closed'] as const) }),
    (world, { payment: index, resolution }) => {
      const payment = world.paymentAt(index);
      const body = { resolution, reason: 'simulated' };
      if (payment !== undefined)
        world.companions.request((context) => context.resolvePayment(payment.id, body, 'Hanta'));
    },
  ),
  refund: kind(
    (draw) => ({
      payment: draw.below(20),
      /** Parts and the whole of the payment, and more than it. */
      thousandths: draw.of([1, 300, 600, 1000, 1001]),
      times: draw.of([1, 2, 3]),
      /** Whether all have the same Idempotency-Key; otherwise they have none. */
      sharesKey: draw.chance(0.5),
    }),
    (world, { payment: index, thousandths, times, sharesKey }) => {
      const payment = index % 4 === 0 ? world.paymentAt(index) : world.paidPaymentAt(index);
      const key = sharesKey ? world.refunds.createKey() : undefined;
      for (let count = 0; count < times && payment !== undefined; count += 1) world.refund(payment, thousandths, key);
    },
  ),
  'repeat refund': kind(
    (draw) => ({ refund: draw.below(20) }),
    (world, { refund }) => world.companions.request((context) => world.refunds.repeat(context, refund)),
  ),
  'void refund': kind(
    (draw) => ({ refund: draw.below(20), times: draw.of([1, 2]) }),
    (world, { refund, times }) => {
      for (let count = 0; count < times; count += 1)
        world.companions.request((context) => world.refunds.void(context, refund));
    },
  ),
  /**
   * A payer who answers late gets two prompts of an order. The shop refunds the newer payment, and the payer presses
   * again.
   */
  'late payer': kind(
    (draw) => ({ second: draw.of(['completed', 'completed', 'failed'] as const) }),
    (world, { second }) => {
      world.latePayers += 1;
      const order = orderOf(`LATE-${world.latePayers}`);
      const press = () => world.press(order, msisdn(`${LATE_PAYER}${String(world.latePayers).padStart(5, '0')}`));
      press();
      world.later(AFTER_COOLDOWN_MS, press);
      world.later(AFTER_COOLDOWN_MS + 5 * SECOND, () => {
        for (const [index, { reference }] of world.paymentsOf(order.sub).entries()) {
          const transaction = world.operator.find(reference);
          if (transaction?.state === 'pending')
            world.operator.setState(transaction, index === 0 ? 'completed' : second);
        }
      });
      world.later(AFTER_COOLDOWN_MS + 55 * SECOND, () => {
        const newest = world.paymentsOf(order.sub).at(-1);
        if (newest !== undefined) world.refund(newest, 1000);
        press();
      });
    },
  ),
};

type Events = typeof EVENTS;
export type EventKind = keyof Events;
/** One thing that happens. */
export type Event = {
  [Kind in EventKind]: { readonly kind: Kind } & Readonly<ReturnType<Events[Kind]['draw']>>;
}[EventKind];

/** Draws the details of an event. */
export function drawEvent(kind: EventKind, draw: Draw): Event {
  return { kind, ...EVENTS[kind].draw(draw) } as Event;
}

/** Makes an event happen. */
export function happen(world: SimulatedWorld, event: Event): void {
  (EVENTS[event.kind].happen as (world: SimulatedWorld, details: Event) => void)(world, event);
}
