import * as z from 'zod/mini';
import { optionalReference, optionalText } from './text.ts';

/** The meaning of the service's status. `unknown`: a status that is not documented and was never seen. */
export type OperatorState = 'pending' | 'completed' | 'failed' | 'declined' | 'unknown';

const WORDS: Readonly<Record<string, OperatorState>> = {
  pending: 'pending',
  completed: 'completed',
  success: 'completed',
  failed: 'failed',
  cancelled: 'declined',
  rejected: 'declined',
  declined: 'declined',
};

/** Reads the service's status (section 3), including the undocumented ones seen in practice. */
export function readState(word: string | undefined): OperatorState {
  const key = (word ?? '').trim().toLowerCase();
  return Object.hasOwn(WORDS, key) ? (WORDS[key] ?? 'unknown') : 'unknown';
}

/** The status endpoint's answer (section 2.4). An unknown id may give empty strings throughout. */
export const statusResponseSchema = z.looseObject({
  status: optionalText,
  serverCorrelationId: optionalText,
  notificationMethod: optionalText,
  objectReference: optionalReference,
});
