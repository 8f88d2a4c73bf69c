import type { Reader } from '../../core/storage/reads.ts';
import { type SetupFinding, setupFinding } from '../finding.ts';
import { readNotificationMethods } from './notificationMethods.ts';

const name = 'callbacks_accepted';

/**
 * Checks whether the operator accepts the callback address that the companion sends.
 *
 * @param now ms since 1970
 * @returns null if no payment of the last day shows it
 */
export async function checkCallbacksAccepted(db: Reader, now: number): Promise<SetupFinding | null> {
  const { answered, polling } = await readNotificationMethods(db, now);
  if (answered === 0) return null;
  if (polling === 0) return setupFinding(name, 'ok', 'callbacks_accepted', { message: 'the operator accepts the callback address' });
  return setupFinding(name, 'warning', 'callbacks_declined', {
    values: { polling, answered },
    message: `the operator answered “polling” to ${polling} of the last ${answered} payments, although a callback address was sent`,
    advice:
      'Payments are found by polling. Ask the operator whether callbacks are enabled for your application, and whether it accepts the address',
  });
}
