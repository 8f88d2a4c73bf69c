import type { PaymentId } from '@tsena/shared/checkout';
import { findPayment } from '../../core/storage/reads.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { recordAudit } from '../shared/auditLog.ts';

/**
 * Checks a payment's status now, and records who asks, before the operator is asked. Undefined if there is no such
 * payment.
 */
export async function refreshPayment(
  { storage, poller }: Pick<HttpContext, 'storage' | 'poller'>,
  id: PaymentId,
  by: Doer,
): Promise<StoredPayment | undefined> {
  const { db } = storage.store;
  if ((await findPayment(db, id)) === undefined) return undefined;
  await recordAudit(storage, db, by, { action: 'payment_refreshed', subject: id });
  return poller.refresh(id);
}
