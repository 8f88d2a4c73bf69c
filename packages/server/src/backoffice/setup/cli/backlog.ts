import { readBacklog } from '../../../core/storage/backlog.ts';
import type { Reader } from '../../../core/storage/reads.ts';
import { countReviews } from '../../../core/storage/reviews.ts';
import { type DoctorFinding, finding } from './finding.ts';

const OVERDUE_MS = 5 * 60_000;
/** E-mails about payments that need review are collected for ten minutes. */
const OVERDUE_MAIL_MS = 30 * 60_000;

/** Checks whether payments need review, and whether work is overdue, at `now`, ms since 1970. */
export async function checkBacklog(db: Reader, now: number): Promise<DoctorFinding[]> {
  const { webhooks, mails, checkOverdueMs, oldestWebhookMs, mailsFailingMs } = await readBacklog(db, now);
  const needing = Object.values(await countReviews(db)).reduce((all, count) => all + count, 0);
  const failedWebhooks = webhooks.get('failed') ?? 0;
  const failedMails = mails.get('failed') ?? 0;
  const findings = [
    needing > 0 && finding('warning', 'backlog.reviews', { n: needing }),
    failedWebhooks > 0 && finding('warning', 'backlog.webhooks_failed', { n: failedWebhooks }),
    checkOverdueMs > OVERDUE_MS && finding('warning', 'backlog.checks_overdue', { late: minutes(checkOverdueMs) }),
    oldestWebhookMs > OVERDUE_MS && finding('warning', 'backlog.webhooks_overdue', { late: minutes(oldestWebhookMs) }),
    failedMails > 0 && finding('warning', 'backlog.mails_failed', { n: failedMails }),
    mailsFailingMs > OVERDUE_MAIL_MS && finding('warning', 'backlog.mails_overdue', { late: minutes(mailsFailingMs) }),
  ].filter((found) => found !== false);
  return findings.length > 0 ? findings : [finding('ok', 'backlog.none')];
}

function minutes(ms: number): string {
  return `${Math.floor(ms / 60_000)} min`;
}
