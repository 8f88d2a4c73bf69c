import { describe, expect, it } from 'vitest';
import { createDelivery, createPayment } from '../testing/fixtures.ts';
import { groupPayments, groupWebhooks } from './reviewGroups.ts';

const at = (time: string, order: string, fields = {}) =>
  createPayment({
    order,
    status: 'unresolved',
    reviewReasons: ['unresolved'],
    createdAt: `2026-03-09T${time}:00.000Z`,
    ...fields,
  });
const ordersOf = (groups: readonly (readonly { order: string }[])[]) =>
  groups.map((group) => group.map(({ order }) => order));

describe('groupPayments', () => {
  it('groups three payments of an outage, newest first', () => {
    expect(ordersOf(groupPayments([at('10:00', 'A'), at('10:20', 'B'), at('10:50', 'C')]))).toEqual([['C', 'B', 'A']]);
  });

  it('shows two payments one by one', () => {
    expect(ordersOf(groupPayments([at('10:00', 'A'), at('10:01', 'B')]))).toEqual([['B'], ['A']]);
  });

  it('separates outages by a gap of more than 30 minutes', () => {
    const payments = ['10:00', '10:01', '10:02', '10:33', '10:34', '10:35'].map((time) => at(time, time));
    expect(ordersOf(groupPayments(payments))).toEqual([
      ['10:35', '10:34', '10:33'],
      ['10:02', '10:01', '10:00'],
    ]);
  });

  it('separates other reasons, other statuses and other actions', () => {
    const payments = [
      at('10:00', 'A'),
      at('10:01', 'B'),
      at('10:02', 'C', { status: 'pending', reviewReasons: ['details_mismatch'] }),
      at('10:03', 'D', { polling: true }),
      at('10:04', 'E'),
    ];
    expect(ordersOf(groupPayments(payments))).toEqual([['E', 'B', 'A'], ['D'], ['C']]);
  });
});

describe('groupWebhooks', () => {
  it('groups three webhooks with the same last error', () => {
    const webhooks = ['500', '404', '500', '500', '404'].map((status, index) =>
      createDelivery({ order: String(index), lastError: `the endpoint answered ${status}` }),
    );
    expect(ordersOf(groupWebhooks(webhooks))).toEqual([['0', '2', '3'], ['1'], ['4']]);
  });
});
