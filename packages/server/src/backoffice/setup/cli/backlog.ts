import { readBacklog } from '../../../core/storage/backlog.ts';
import { countReviews } from '../../../core/storage/reviews.ts';
import type { Store } from '../../../database/store.ts';
import { type Finding, ok, warn } from '../../finding.ts';
import { onDatabase } from './onDatabase.ts';

const name = 'backlog';
const OVERDUE_MS = 5 * 60_000;
/** E-mails about payments that need review are collected for ten minutes. */
const OVERDUE_MAIL_MS = 30 * 60_000;

/** Checks whether payments need review, and whether work is overdue. */
export async function checkBacklog(databaseUrl: string): Promise<Finding[]> {
  return (await onDatabase(databaseUrl, findBacklog)) ?? [];
}

async function findBacklog({ db }: Store, now: number): Promise<Finding[]> {
  const backlog = await readBacklog(db, now);
  const needing = Object.values(await countReviews(db)).reduce((all, count) => all + count, 0);
  const failed = backlog.webhooks.get('failed') ?? 0;
  const findings: Finding[] = [];
  if (needing > 0) findings.push(warn(name, `${needing} payments need review`, 'List them: tsena payments list --needs-review'));
  if (failed > 0)
    findings.push(
      warn(name, `${failed} webhooks could not be delivered`, 'Fix the shop’s endpoint, then run: tsena webhooks replay --failed'),
    );
  if (backlog.checkOverdueMs > OVERDUE_MS) {
    findings.push(
      warn(name, `status checks are overdue by ${minutes(backlog.checkOverdueMs)}`, 'Check that the companion runs: tsena serve'),
    );
  }
  if (backlog.oldestWebhookMs > OVERDUE_MS) {
    findings.push(
      warn(
        name,
        `a webhook has been waiting for delivery for ${minutes(backlog.oldestWebhookMs)}`,
        'List them: tsena webhooks list --status pending',
      ),
    );
  }
  const failedMails = backlog.mails.get('failed') ?? 0;
  if (failedMails > 0)
    findings.push(warn(name, `${failedMails} e-mails could not be sent`, 'The log of the companion says why. They are not sent again'));
  if (backlog.oldestMailMs > OVERDUE_MAIL_MS) {
    findings.push(
      warn(name, `an e-mail has been waiting for ${minutes(backlog.oldestMailMs)}`, 'Check SMTP_URL, and that the companion runs'),
    );
  }
  return findings.length > 0 ? findings : [ok(name, 'no payments need review')];
}

function minutes(ms: number): string {
  return `${Math.floor(ms / 60_000)} min`;
}
