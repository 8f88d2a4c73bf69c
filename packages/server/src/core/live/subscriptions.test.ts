import type { OrderReference } from '@tsena/shared/checkout';
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
  it('receive each change of each payment of their order, and not those of others', () => {
    subscribe('a', payment('pay_1', 'ORDER-1'));
    subscribe('b', payment('pay_2', 'ORDER-1'));
    subscribe('c', payment('pay_3', 'ORDER-2'));
    subscriptions.publish(payment('pay_1', 'ORDER-1', 'failed'));
    subscriptions.publish(payment('pay_4', 'ORDER-1', 'unresolved'));
    subscriptions.publish(payment('pay_5', 'ORDER-3', 'failed'));
    expect(received).toEqual(['a: pay_1 failed', 'b: pay_1 failed', 'a: pay_4 unresolved', 'b: pay_4 unresolved']);
  });

  it('receive nothing after they leave, and the others still do', () => {
    const leave = subscribe('a', payment('pay_1', 'ORDER-1'));
    subscribe('b', payment('pay_1', 'ORDER-1'));
    leave();
    subscriptions.publish(payment('pay_1', 'ORDER-1', 'failed'));
    subscriptions.publish(payment('pay_1', 'ORDER-1', 'completed'));
    expect(received).toEqual(['b: pay_1 failed', 'b: pay_1 completed']);
  });

  it('are known by order, until the last one leaves', () => {
    const one = payment('pay_1', 'ORDER-1');
    const { order_reference } = one;
    const known = () => [
      subscriptions.hasSubscribers(order_reference),
      subscriptions.hasOrder(order_reference),
      subscriptions.orders(),
    ];
    expect(known()).toEqual([false, false, []]);
    const leave = [subscribe('a', one), subscribe('b', one), subscribe('c', payment('pay_2', 'ORDER-2'))];
    leave[0]?.();
    expect(known()).toEqual([true, true, ['ORDER-1', 'ORDER-2']]);
    leave[1]?.();
    expect(known()).toEqual([false, false, ['ORDER-2']]);
  });
});

describe('a page that polls', () => {
  const order = (name: string) => name as OrderReference;
  const isKnown = (name: string) => subscriptions.hasSubscribers(order(name));

  it('counts as a subscriber of that order for twenty seconds since it polled last', () => {
    subscriptions.polled(order('ORDER-1'));
    now += 10_000;
    subscriptions.polled(order('ORDER-1'));
    now += 19_999;
    expect(isKnown('ORDER-1')).toBe(true);
    expect(isKnown('ORDER-2')).toBe(false);
    now += 1;
    expect(isKnown('ORDER-1')).toBe(false);
  });

  it('is one of 10,000 that are remembered: the oldest is forgotten first', () => {
    subscriptions.polled(order('ORDER-1'));
    for (let n = 0; n < 9999; n += 1) subscriptions.polled(order(`OTHER-${n}`));
    expect(isKnown('ORDER-1')).toBe(true);
    subscriptions.polled(order('ORDER-1'));
    subscriptions.polled(order('ONE-MORE'));
    expect(isKnown('ORDER-1')).toBe(true);
    expect(isKnown('OTHER-0')).toBe(false);
    expect(isKnown('OTHER-1')).toBe(true);
    expect(isKnown('ONE-MORE')).toBe(true);
  });
});
