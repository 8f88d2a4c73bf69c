import { valueUnder } from '@tsena/shared/operator';
import type { Settings } from '../../../config/settings.ts';
import { createOperator } from '../../../core/operator/client.ts';
import { readTyped } from '../../../core/payments/readTyped.ts';
import { type AnswerReading, readAnswer, readUse } from '../../../core/rules/judgeReference.ts';
import type { DetailsOutcome } from '../../../core/rules/operatorAnswers.ts';
import { findPayment, isOfPrompt, type Reader } from '../../../core/storage/reads.ts';
import { readTransactionUse } from '../../../core/storage/transactionUse.ts';
import { createLog } from '../../../log/log.ts';
import { monotonicClock } from '../../../time/clock.ts';
import { type DoctorFinding, finding } from './finding.ts';

/**
 * Asks the operator about one reference that the merchant names, of money that was sent by hand: nobody here knows
 * whether the real service shows transactions that did not begin at its interface. The reference of a prompt of ours
 * says nothing about that.
 *
 * @param db undefined before the first start
 * @param reference as `readTransactionReference` gives it
 */
export async function checkReferences(
  db: Reader | undefined,
  settings: Settings,
  reference: string,
): Promise<DoctorFinding> {
  const operator = createOperator({
    settings,
    current: () => settings,
    clock: monotonicClock,
    wallClock: { now: Date.now },
    log: createLog('silent'),
  });
  try {
    const asked =
      db === undefined
        ? { reference, answer: await operator.merchant.details(reference) }
        : await readTyped(db, operator.merchant, reference, null);
    const reading = readAnswer(asked.answer, settings.PARTNER_MSISDN);
    const values = { reference: asked.reference };
    if (await beganAsPrompt(db, settings, asked, reading)) return finding('warning', 'by_hand.own', values);
    if (reading.kind === 'received') return finding('ok', 'by_hand.shown', values);
    const { verdict } = reading;
    if (verdict === 'unknown') return finding('warning', 'by_hand.unknown', values);
    if (verdict !== 'unavailable') return finding('warning', 'by_hand.other', { ...values, verdict });
    return asked.answer.kind === 'unavailable'
      ? finding('failed', 'by_hand.unavailable', { ...values, reason: asked.answer.reason })
      : finding('failed', 'by_hand.unreadable', values);
  } finally {
    operator.close();
  }
}

/** Whether a transaction began at the interface, as its details or our payments say, or as it may be. */
async function beganAsPrompt(
  db: Reader | undefined,
  { PARTNER_MSISDN }: Settings,
  { reference, answer }: { readonly reference: string; readonly answer: DetailsOutcome },
  reading: AnswerReading,
): Promise<boolean> {
  const correlationId = answer.kind === 'details' ? valueUnder(answer.details.metadata, 'XCorrelationId') : undefined;
  if (correlationId !== undefined) return true;
  if (db === undefined) return false;
  if (await isOfPrompt(db, reference)) return true;
  if (reading.kind !== 'received') return false;
  // An open prompt of this payer, amount and time may have led to it.
  const use = readUse(reading.money, await readTransactionUse(db, reference, reading.money), PARTNER_MSISDN);
  return use.verdict === 'used' && (await findPayment(db, use.payment.id))?.method === 'prompt';
}
