import type { Settings } from '../../../config/settings.ts';
import { createSmtp, newTestMailId, type SendResult, sendMail } from '../../mail/smtp.ts';
import { type Finding, finding } from './finding.ts';

/** Connects to the SMTP server and logs in. Sends a test e-mail only if asked to. */
export async function checkMail(settings: Settings, sendsMail: boolean): Promise<Finding[]> {
  const { SMTP_URL: server, NOTIFY_EMAIL: to } = settings;
  if (server === null) return [];
  const address = `${server.host}:${server.port}`;
  const smtp = createSmtp(server);
  const checked = await smtp.check();
  if (checked.kind !== 'sent')
    return [finding('failed', 'mail.failed', { address, error: checked.error }, adviceOn(checked))];
  const findings = [finding('ok', server.login === null ? 'mail.accepted' : 'mail.login_accepted', { address })];
  if (server.security === 'none' && server.login !== null) findings.push(finding('warning', 'mail.unencrypted'));
  if (!sendsMail || to === null) return findings;
  const sent = await sendMail(smtp, settings, { kind: 'test' }, { id: newTestMailId(), date: Date.now() });
  findings.push(
    sent.kind === 'sent'
      ? finding('ok', 'mail.sent')
      : finding('failed', 'mail.unsent', { error: sent.error }, adviceOn(sent)),
  );
  return findings;
}

function adviceOn({ error }: Exclude<SendResult, { kind: 'sent' }>) {
  if (/AUTH|\b53[045]\b/.test(error)) return 'mail.login.next';
  return /MAIL FROM|RCPT TO|DATA/.test(error) ? 'mail.addresses.next' : 'mail.connection.next';
}
