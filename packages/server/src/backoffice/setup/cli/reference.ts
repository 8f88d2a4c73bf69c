import { valueUnder } from '@tsena/shared/operator';
import type { Settings } from '../../../config/settings.ts';
import { createOperator } from '../../../core/operator/client.ts';
import { readAnswer } from '../../../core/rules/judgeReference.ts';
import { createLog } from '../../../log/log.ts';
import { monotonicClock } from '../../../time/clock.ts';
import { type DoctorFinding, finding } from './finding.ts';

/**
 * Asks the operator about one reference that the merchant names, of money that was sent by hand: nobody here knows
 * whether the real service shows transactions that did not begin at its interface.
 */
export async function checkReferences(settings: Settings, reference: string): Promise<DoctorFinding> {
  const operator = createOperator({
    settings,
    current: () => settings,
    clock: monotonicClock,
    wallClock: { now: Date.now },
    log: createLog('silent'),
  });
  try {
    const answer = await operator.merchant.details(reference);
    const reading = readAnswer(answer, settings.PARTNER_MSISDN);
    if (reading.kind === 'received') {
      // It began at this interface: it says nothing about money that was sent by hand.
      const isOwn = valueUnder(reading.money.details.metadata, 'XCorrelationId') !== undefined;
      return isOwn ? finding('warning', 'by_hand.own', { reference }) : finding('ok', 'by_hand.shown', { reference });
    }
    const { verdict } = reading;
    if (verdict === 'unknown') return finding('warning', 'by_hand.unknown', { reference });
    if (verdict === 'unavailable')
      return finding('failed', 'by_hand.unavailable', { reference, reason: 'reason' in answer ? answer.reason : '' });
    return finding('warning', 'by_hand.other', { reference, verdict });
  } finally {
    operator.close();
  }
}
