import type { Payment } from './payment.ts';

type Asked = Pick<Payment, 'status' | 'view' | 'failure' | 'retryableAt' | 'serverTime'>;

/**
 * Whether a page offers the field for the operator's reference: for a payment whose result nobody knows, after the
 * cool-down also for one that is silent, and where the operator names no transaction.
 */
export function takesReference({ status, view, failure, retryableAt, serverTime }: Asked): boolean {
  if (view === 'review') return failure?.code === 'reference_missing';
  if (view !== 'waiting' && view !== 'unresolved') return false;
  return (
    status === 'unresolved' ||
    (status === 'pending' && retryableAt !== null && Date.parse(retryableAt) <= Date.parse(serverTime))
  );
}
