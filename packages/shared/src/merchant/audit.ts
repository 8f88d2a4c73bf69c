import * as z from 'zod/mini';
import { paging } from './paging.ts';

/** What the audit log records. */
export const AUDIT_ACTIONS = [
  'signed_in',
  'signed_out',
  'key_created',
  'key_revoked',
  'settings_changed',
  'webhook_secret_made',
  'link_created',
  'link_cancelled',
  'counter_payment',
  'payment_resolved',
  'refund_recorded',
  'refund_voided',
  'exported',
  'payer_erased',
] as const;

/** One of {@link AUDIT_ACTIONS}. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What a value was before, and is after. Null: nothing. */
export const auditChangeSchema = z.object({ before: z.nullable(z.string()), after: z.nullable(z.string()) });

/** An entry of the audit log: who did what, when. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  /** The name of the key; `command line` for a command. */
  by: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** The id of what it was done to; null if it has none. */
  subject: z.nullable(z.string()),
  /** The client's network, without its last part; null for a command. */
  address: z.nullable(z.string()),
  /** By name. */
  changes: z.record(z.string(), auditChangeSchema),
});

/** An entry of the audit log. */
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** The query of `GET /v1/merchant/audit`. */
export const auditQuerySchema = z.object(paging);

/** The answer of `GET /v1/merchant/audit`, newest first. */
export const auditPageSchema = z.object({ data: z.array(auditEntrySchema), nextCursor: z.nullable(z.string()) });

/** The query of `GET /v1/merchant/audit.csv`. */
export const auditExportSchema = z.object({ separator: z._default(z.enum(['comma', 'semicolon']), 'comma') });
