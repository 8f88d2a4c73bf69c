import type { PaymentId } from '@tsena/shared/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredPayment } from '../../database/schema.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

const payment = (id: string, order: string, status: StoredPayment['status'] = 'pending') =>
  ({ id, order_reference: order, status }) as StoredPayment;

let now: number;
let subscriptions: Subscriptions;
let received: string[];
beforeEach(() => {
  now = 1_000_000;
  subscriptions = createSubscriptions(() => now);
  received = [];
});

/** Subscribes under a name; what it receives is noted as `name: id status`. */
function subscribe(name: string, to: StoredPayment): () => void {
  return subscriptions.subscribe(to, ({ id, status }) => received.push(`${name}: ${id} ${status}`));
}

describe('subscribers', () => {
  it('receive the changes of their payment, and not those of others', () => {
    subscribe('a', payment('pay_1', 'ORDER-1'));
    subscribe('b', payment('pay_1', 'ORDER-1'));
    subscribe('c', payment('pay_2', 'ORDER-2'));
    subscriptions.publish(payment('pay_1', 'ORDER-1', 'failed'));
    subscriptions.publish(payment('pay_3', 'ORDER-3', 'failed'));
    expect(received).toEqual(['a: pay_1 failed', 'b: pay_1 failed']);
  });

  it('of every attempt of an order receive the one that completes, once each', () => {
    subscribe('a', payment('pay_1', 'ORDER-1'));
    subscribe('b', payment('pay_2', 'ORDER-1'));
    subscribe('c', payment('pay_3', 'ORDER-2'));
    subscriptions.publish(payment('pay_4', 'ORDER-1', 'failed'));
    subscriptions.publish(payment('pay_2', 'ORDER-1', 'completed'));
    expect(received).toEqual(['a: pay_2 completed', 'b: pay_2 completed']);
  });

  it('receive nothing after they leave, and the others still do', () => {
    const leave = subscribe('a', payment('pay_1', 'ORDER-1'));
    subscribe('b', payment('pay_1', 'ORDER-1'));
    leave();
    subscriptions.publish(payment('pay_1', 'ORDER-1', 'failed'));
    subscriptions.publish(payment('pay_1', 'ORDER-1', 'completed'));
    expect(received).toEqual(['b: pay_1 failed', 'b: pay_1 completed']);
  });

  it('are known by payment and by order, until the last one leaves', () => {
    const one = payment('pay_1', 'ORDER-1');
    const known = () => [subscriptions.hasSubscribers(one.id), subscriptions.hasOrder(one.order_reference), subscriptions.orders()];
    expect(known()).toEqual([false, false, []]);
    const leave = [subscribe('a', one), subscribe('b', one), subscribe('c', payment('pay_2', 'ORDER-2'))];
    leave[0]?.();
    expect(known()).toEqual([true, true, ['ORDER-1', 'ORDER-2']]);
    leave[1]?.();
    expect(known()).toEqual([false, false, ['ORDER-2']]);
  });
});

describe('a page that polls', () => {
  const id = 'pay_1' as PaymentId;

  it('counts as a subscriber of that payment for twenty seconds since it polled last', () => {
    subscriptions.polled(id);
    now += 10_000;
    subscriptions.polled(id);
    now += 19_999;
    expect(subscriptions.hasSubscribers(id)).toBe(true);
    expect(subscriptions.hasSubscribers('pay_2' as PaymentId)).toBe(false);
    now += 1;
    expect(subscriptions.hasSubscribers(id)).toBe(false);
  });

  it('is one of 10,000 that are remembered: the oldest is forgotten first', () => {
    subscriptions.polled(id);
    for (let n = 0; n < 9999; n += 1) subscriptions.polled(`pay_other_${n}` as PaymentId);
    expect(subscriptions.hasSubscribers(id)).toBe(true);
    subscriptions.polled(id);
    subscriptions.polled('pay_one_more' as PaymentId);
    expect(subscriptions.hasSubscribers(id)).toBe(true);
    expect(subscriptions.hasSubscribers('pay_other_0' as PaymentId)).toBe(false);
    expect(subscriptions.hasSubscribers('pay_other_1' as PaymentId)).toBe(true);
    expect(subscriptions.hasSubscribers('pay_one_more' as PaymentId)).toBe(true);
  });
});
