import * as z from 'zod/mini';
import { pageOf, separator } from './paging.ts';

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
  'payment_refreshed',
  'statement_imported',
  'setting_tried',
  'list_read',
  'reference_checked',
] as const;

/** One of {@link AUDIT_ACTIONS}. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** How a value changed. */
export const auditChangeSchema = z.object({
  /** The value before; null if there was none. */
  before: z.nullable(z.string()),
  /** The value after; null if there is none. */
  after: z.nullable(z.string()),
});

/** Who did what, when. */
export const auditEntrySchema = z.object({
  /** The id of the entry. */
  id: z.string(),
  /** When. */
  at: z.string(),
  /** The name of the key; `command line` for a command on the server. */
  by: z.string(),
  /** The id of the key; null for MERCHANT_API_KEY, a command, and entries from before ids were kept. */
  keyId: z.nullable(z.string()),
  /** What was done. */
  action: z.enum(AUDIT_ACTIONS),
  /**
   * The id of the payment, link, refund or key, the SHA-256 of a statement’s file, the list that was read, or the
   * transaction reference that was checked; null if there is none.
   */
  subject: z.nullable(z.string()),
  /** The client’s network, without its last part; null for a command. */
  address: z.nullable(z.string()),
  /** What was before, and what is after, by name. It contains no secret and no phone number. */
  changes: z.record(z.string(), auditChangeSchema),
});

/** An entry of the audit log. */
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** A page of a list. */
export const auditPageSchema = pageOf(auditEntrySchema);

/** The query of `GET /v1/merchant/audit.csv`. */
export const auditExportSchema = z.object({ separator });
