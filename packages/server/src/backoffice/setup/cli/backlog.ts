import { readBacklog } from '../../../core/storage/backlog.ts';
import type { Reader } from '../../../core/storage/reads.ts';
import { countReviews } from '../../../core/storage/reviews.ts';
import { type Finding, ok, warn } from '../../finding.ts';

const name = 'backlog';
const OVERDUE_MS = 5 * 60_000;
/** E-mails about payments that need review are collected for ten minutes. */
const OVERDUE_MAIL_MS = 30 * 60_000;

/** Checks whether payments need review, and whether work is overdue, at `now`, ms since 1970. */
export async function checkBacklog(db: Reader, now: number): Promise<Finding[]> {
  const { webhooks, mails, checkOverdueMs, oldestWebhookMs, oldestMailMs } = await readBacklog(db, now);
  const needing = Object.values(await countReviews(db)).reduce((all, count) => all + count, 0);
  const failedWebhooks = webhooks.get('failed') ?? 0;
  const failedMails = mails.get('failed') ?? 0;
  const findings = [
    needing > 0 && warn(name, `${needing} payments need review`, 'List them: tsena payments list --needs-review'),
    failedWebhooks > 0 &&
      warn(name, `${failedWebhooks} webhooks could not be delivered`, 'Fix the shop’s endpoint, then run: tsena webhooks replay --failed'),
    checkOverdueMs > OVERDUE_MS &&
      warn(name, `status checks are overdue by ${minutes(checkOverdueMs)}`, 'Check that the companion runs: tsena serve'),
    oldestWebhookMs > OVERDUE_MS &&
      warn(
        name,
        `a webhook has been waiting for delivery for ${minutes(oldestWebhookMs)}`,
        'List them: tsena webhooks list --status pending',
      ),
    failedMails > 0 && warn(name, `${failedMails} e-mails could not be sent`, 'The log of the companion says why. They are not sent again'),
    oldestMailMs > OVERDUE_MAIL_MS &&
      warn(name, `an e-mail has been waiting for ${minutes(oldestMailMs)}`, 'Check SMTP_URL, and that the companion runs'),
  ].filter((finding) => finding !== false);
  return findings.length > 0 ? findings : [ok(name, 'no payments need review')];
}

function minutes(ms: number): string {
  return `${Math.floor(ms / 60_000)} min`;
}
