import { createHmac } from 'node:crypto';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type RefundEvent, verifyWebhook, type WebhookEvent } from '../src/index.ts';

const KEY = Buffer.alloc(24, 7);
const SECRET = `whsec_${KEY.toString('base64')}`;

/** An event of this type, as the companion sends it. */
function receive(type: string): WebhookEvent {
  const body = JSON.stringify({
    type,
    timestamp: '2026-05-01T08:00:00Z',
    data: { order: 'ORDER-1042', amount: '44500' },
  });
  const signature = createHmac('sha256', KEY).update(`msg_1.1777622400.${body}`).digest('base64');
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1777622400', 'webhook-signature': `v1,${signature}` };
  return verifyWebhook(body, headers, SECRET, { now: 1777622400 });
}

function handle(event: WebhookEvent): string {
  switch (event.type) {
    case 'payment.completed':
      return `${event.data.order} is paid: ${event.data.amount}`;
    case 'payment.refunded':
    case 'payment.refund_voided':
      return `${event.data.refund.status}: ${event.data.refund.amount}`;
    // @ts-expect-error There is no such type.
    case 'payment.completd':
      return 'never';
    default:
      return 'not for this shop';
  }
}

describe('a webhook event', () => {
  it('has typed data by its type, as in the example of README', () => {
    const { type, data } = receive('payment.completed');
    expect(type === 'payment.completed' && [data.order, data.amount]).toEqual(['ORDER-1042', '44500']);
    expect(handle(receive('payment.completed'))).toBe('ORDER-1042 is paid: 44500');
    expectTypeOf<RefundEvent['data']['refund']['status']>().toEqualTypeOf<'recorded' | 'voided'>();
  });

  it('of a type that a later companion adds falls into `default`', () => {
    expect(handle(receive('payment.disputed'))).toBe('not for this shop');
  });
});
