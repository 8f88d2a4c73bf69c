import { randomBytes } from 'node:crypto';
import type { Settings } from '../../config/settings.ts';
import { composeMail, type MailContent } from './composeMail.ts';
import type { SendResult, Smtp } from './smtp.ts';

/** Which attempt this is. */
export interface MailAttempt {
  /** The Message-ID without the domain: the same at each attempt. */
  readonly id: string;
  /** ms since 1970 */
  readonly date: number;
  /** Aborts it. */
  readonly signal?: AbortSignal;
}

/** The id of an e-mail that tries the settings. */
export function newTestMailId(): string {
  return `test_${randomBytes(16).toString('base64url')}`;
}

/** Sends an e-mail to the merchant, as the settings say. */
export async function sendMail(
  smtp: Smtp,
  { mail, operator, merchant }: Pick<Settings, 'mail' | 'operator' | 'merchant'>,
  content: MailContent,
  { id, date, signal }: MailAttempt,
): Promise<SendResult> {
  if (mail === null || mail.to === null) return { kind: 'failed', error: 'no address is set for the e-mails' };
  const about = { language: mail.language, environment: operator.environment, partnerName: merchant.partnerName };
  return smtp.send({ ...composeMail(content, about), id, from: mail.from, to: mail.to, date }, signal);
}
