import { failedAttemptSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import type { StoredWebhook } from '../../database/schema.ts';

/** How many of a webhook's failed attempts are kept: as many as it has. Those before a replay go first. */
const KEPT_ATTEMPTS = 8;

/** A delivery attempt that failed, as it is stored; `at` is in ms since 1970. */
export const storedAttemptSchema = z.extend(failedAttemptSchema, { at: z.number() });

/** A delivery attempt that failed, as it is stored. */
export type StoredAttempt = z.output<typeof storedAttemptSchema>;

const listSchema = z.array(storedAttemptSchema);

/** The delivery attempts of a webhook that have failed, oldest first. */
export function failedAttemptsOf({ failed_attempts }: Pick<StoredWebhook, 'failed_attempts'>): StoredAttempt[] {
  return failed_attempts === null ? [] : z.parse(listSchema, JSON.parse(failed_attempts));
}

/** The column with one more failed attempt. */
export function withFailedAttempt(webhook: StoredWebhook, attempt: StoredAttempt): string {
  return JSON.stringify([...failedAttemptsOf(webhook), attempt].slice(-KEPT_ATTEMPTS));
}
