import * as z from 'zod/mini';
import { optionalText } from './text.ts';

/** What the service's word for a state means. `unknown` is none of the words that anybody has seen. */
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

/** Reads the service's word for a state (section 3), and the other words seen in the field. */
export function readState(word: string | undefined): OperatorState {
  const key = (word ?? '').trim().toLowerCase();
  return Object.hasOwn(WORDS, key) ? (WORDS[key] ?? 'unknown') : 'unknown';
}

/** The status endpoint's answer (section 2.4). An unknown id may give empty strings throughout. */
export const statusResponseSchema = z.looseObject({
  status: optionalText,
  serverCorrelationId: optionalText,
  notificationMethod: optionalText,
  objectReference: optionalText,
});

/** The status endpoint's answer. */
export type StatusResponse = z.infer<typeof statusResponseSchema>;
