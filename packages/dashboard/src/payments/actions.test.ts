import type { PaymentStatus } from '@tsena/shared/checkout';
import type { MerchantPayment } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { createPayment } from '../testing/fixtures.ts';
import { getActions } from './actions.ts';

const RESOLVED_AT = '2026-03-01T12:00:00.000Z';

describe('getActions', () => {
  it.each<[PaymentStatus, Partial<MerchantPayment>, string[]]>([
    ['created', {}, []],
    ['sending', { polling: true }, []],
    ['pending', { polling: true }, ['refresh', 'reference', 'resolve']],
    ['pending', { reviewReasons: ['polling_stopped'] }, ['refresh', 'reference', 'resolve']],
    ['unresolved', { polling: true, reviewReasons: ['unresolved'] }, ['refresh', 'reference', 'resolve']],
    ['unresolved', { reviewReasons: ['unresolved'] }, ['reference', 'resolve']],
    ['failed', {}, ['reference']],
    ['failed', { reviewReasons: ['details_mismatch'] }, ['reference', 'resolve']],
    ['failed', { reviewReasons: ['overpaid'] }, ['reference', 'close']],
    ['completed', {}, ['refund']],
    ['completed', { amountRefunded: '24999' }, ['refund']],
    ['completed', { amountRefunded: '25000' }, []],
    ['completed', { reviewReasons: ['overpaid'] }, ['refund', 'close']],
    ['completed', { reviewReasons: ['unverified'] }, ['refresh', 'close', 'refund']],
    [
      'unresolved',
      { resolution: { kind: 'received', reason: 'SMS seen', by: 'Hanta', at: RESOLVED_AT } },
      ['reference', 'resolve', 'refund'],
    ],
    [
      'unresolved',
      { resolution: { kind: 'not_received', reason: 'No SMS', by: 'Hanta', at: RESOLVED_AT } },
      ['reference', 'resolve'],
    ],
  ])('a %s payment with %j has the actions %j', (status, fields, actions) => {
    expect(getActions(createPayment({ status, ...fields }))).toEqual(actions);
  });
});
