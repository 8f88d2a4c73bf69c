import type { Settings } from '../../../config/settings.ts';
import { createSmtp, newTestMailId, type SendResult, sendMail } from '../../mail/smtp.ts';
import { type DoctorFinding, finding } from './finding.ts';

/** Connects to the SMTP server and logs in. Sends a test e-mail only if asked to. */
export async function checkMail(settings: Settings, sendsMail: boolean): Promise<DoctorFinding[]> {
  const { SMTP_URL: server, NOTIFY_EMAIL: to } = settings;
  if (server === null) return [];
  const address = `${server.host}:${server.port}`;
  const smtp = createSmtp(server);
  const checked = await smtp.check();
  if (checked.kind !== 'sent') return [finding('failed', reasonOf(checked), { address, error: checked.error })];
  const findings = [finding('ok', server.login === null ? 'mail.accepted' : 'mail.login_accepted', { address })];
  if (server.security === 'none' && server.login !== null) findings.push(finding('warning', 'mail.unencrypted'));
  if (!sendsMail || to === null) return findings;
  const sent = await sendMail(smtp, settings, { kind: 'test' }, { id: newTestMailId(), date: Date.now() });
  findings.push(
    sent.kind === 'sent'
      ? finding('ok', 'mail.sent')
      : finding('failed', reasonOf(sent), { address, error: sent.error }),
  );
  return findings;
}

function reasonOf({ error }: Exclude<SendResult, { kind: 'sent' }>) {
  if (/AUTH|\b53[045]\b/.test(error)) return 'mail.login_refused';
  return /MAIL FROM|RCPT TO|DATA/.test(error) ? 'mail.address_refused' : 'mail.unreachable';
}
