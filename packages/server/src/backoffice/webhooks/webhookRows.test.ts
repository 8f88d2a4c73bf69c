import { describe, expect, it } from 'vitest';
import { type ListedWebhook, viewDelivery, viewDeliveryDetail } from './webhookRows.ts';

/** As a version wrote it that had fewer members, of which this one has renamed another. */
const OLD_BODY = {
  type: 'payment.completed',
  timestamp: '2026-05-04T10:00:00.000Z',
  data: { id: 'pay_AAAAAAAAAAAAAAAAAAAAAA', order: 'ORDER-1', amount: '25000', oldName: 'x' },
};

const sample: ListedWebhook = {
  id: 'msg_1',
  payment_id: null,
  order_reference: null,
  version: 1,
  type: 'payment.completed',
  payload: JSON.stringify(OLD_BODY),
  created_at: 0,
  status: 'delivered',
  delivered_at: 1000,
  failed_attempts: null,
  next_attempt_at: 0,
  delivery_attempts: 1,
  last_error: null,
  lease_owner: null,
  lease_until: null,
  fence: 0,
  number: null,
};

describe('a webhook that an earlier version has stored', () => {
  it('is shown with its body as it was sent', () => {
    expect(viewDeliveryDetail(sample, 'read').body).toEqual(OLD_BODY);
  });

  it('stays in the list, also if only the body names its payment', () => {
    expect(viewDelivery(sample, 'read')).toMatchObject({ paymentId: 'pay_AAAAAAAAAAAAAAAAAAAAAA', order: 'ORDER-1' });
  });
});

describe('what the endpoint answered to attempts that failed', () => {
  const failed = {
    ...sample,
    failed_attempts: '[{"at":1000,"ms":120,"status":500,"body":"Fatal error","error":"the endpoint answered 500"}]',
  };

  it.each(['operate', 'admin'] as const)('is shown to a key of the scope %s', (scope) => {
    expect(viewDelivery(failed, scope).failedAttempts).toEqual([
      { at: '1970-01-01T00:00:01.000Z', ms: 120, status: 500, body: 'Fatal error', error: 'the endpoint answered 500' },
    ]);
  });

  it.each(['read', 'counter'] as const)('is not shown to a key of the scope %s', (scope) => {
    expect(viewDelivery(failed, scope).failedAttempts).toBeNull();
    expect(JSON.stringify(viewDeliveryDetail(failed, scope))).not.toContain('Fatal');
  });
});
