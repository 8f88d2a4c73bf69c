import type { PaymentId } from '@tsena/shared/checkout';
import type { ResolveBody } from '@tsena/shared/merchant';
import type { Alongside } from '../../core/storage/applyDecision.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { Doer } from '../../doer.ts';
import { recordAudit } from '../auditLog.ts';

/** Records who resolved a payment, in the transaction that does it. The payment's history has the reason. */
export function resolutionAudit(storage: Storage, by: Doer, id: PaymentId, body: ResolveBody): Alongside {
  const changes = 'transactionReference' in body ? { transactionReference: body.transactionReference } : { resolution: body.resolution };
  return (trx) => recordAudit(storage, trx, by, { action: 'payment_resolved', subject: id, changes });
}
