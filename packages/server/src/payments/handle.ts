import type { PaymentId } from '@tsena/shared/checkout';
import { attentionAmong } from '../ledger/attention.ts';
import { findPayment } from '../ledger/reads.ts';
import type { ClaimResult } from './claim.ts';
import { applyChange, type Engine } from './engine.ts';

/**
 * Records that a person has dealt with what was flagged about a payment that ended: refunded what was paid twice, say.
 * It no longer needs attention until something new is flagged. That the money was received stays: it keeps further attempts from starting.
 */
export async function noteHandled(engine: Engine, id: PaymentId, reason: string): Promise<ClaimResult> {
  const { db } = engine.ledger.store;
  const found = await findPayment(db, id);
  if (found === undefined) return { ok: false, code: 'payment_not_found' };
  if (!(await attentionAmong(db, [id])).has(id)) return { ok: false, code: 'resolve_not_possible' };
  const payment = await applyChange(engine, id, {
    from: ['completed', 'failed'],
    ...(found.decision === 'received' ? {} : { set: { decision: 'handled', decision_reason: reason } }),
    event: { kind: 'decided', data: { decision: 'handled', reason } },
  });
  return payment === null ? { ok: false, code: 'resolve_not_possible' } : { ok: true, payment };
}
