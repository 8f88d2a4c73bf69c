import { dayOf, type ReferenceChecks, type ReferenceVerdict, startOfDay } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import type { Storage } from '../../core/storage/storage.ts';
import { writeTime } from '../../core/views/time.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { redact } from '../../log/redact.ts';
import { recordAudit } from './auditLog.ts';

const MAX_LISTED = 50;

const changesSchema = z.object({ verdict: z.object({ after: z.string() }) });

/**
 * Records who checked which reference, and the verdict. What the operator does not know may be a number that was typed
 * in the place of a reference: that is masked.
 */
export async function recordCheck(
  storage: Storage,
  by: Doer,
  { reference, verdict }: { readonly reference: string; readonly verdict: ReferenceVerdict },
): Promise<void> {
  await storage.store.transact((trx) =>
    recordAudit(storage, trx, by, {
      action: 'reference_checked',
      subject: verdict === 'unknown' || verdict === 'unavailable' ? redact(reference) : reference,
      changes: { verdict },
    }),
  );
}

/** The checks of today in Madagascar by one key, newest first. */
export async function listChecks({ store, clock }: Storage, { name, keyId }: Doer): Promise<ReferenceChecks> {
  const rows = await store.db
    .selectFrom('audit')
    .select(['at', 'subject', 'changes'])
    .where('at', '>=', startOfDay(dayOf(clock.now())))
    .where('action', '=', 'reference_checked')
    .where('by', '=', name)
    .where('key_id', 'is not distinct from', keyId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  const data = rows.flatMap(({ at, subject, changes }) => {
    const { data: read } = z.safeParse(changesSchema, JSON.parse(changes));
    return subject === null || read === undefined
      ? []
      : [{ at: writeTime(at), reference: subject, verdict: read.verdict.after as ReferenceVerdict }];
  });
  return { data, nextCursor: null };
}
