import type { Settings } from '../../../config/settings.ts';
import { type Finding, failed, ok, warn } from '../../finding.ts';
import { createSmtp, newTestMailId, type SendResult, sendMail } from '../../mail/smtp.ts';

const name = 'mail';

/** Connects to the SMTP server and logs in. Sends a test e-mail only if asked to. */
export async function checkMail(settings: Settings, sendsMail: boolean): Promise<Finding[]> {
  const { SMTP_URL: server, NOTIFY_EMAIL: to } = settings;
  if (server === null) return [];
  const address = `${server.host}:${server.port}`;
  const smtp = createSmtp(server);
  const checked = await smtp.check();
  if (checked.kind !== 'sent') return [failed(name, `${address}: ${checked.error}`, adviseOn(checked))];
  const findings = [ok(name, `${address} accepts the connection${server.login === null ? '' : ' and the login'}`)];
  if (server.security === 'none' && server.login !== null)
    findings.push(
      warn(name, 'the login is not encrypted', 'Use smtps:// or smtp:// without ?tls=off, unless the server is on this machine'),
    );
  if (!sendsMail || to === null) return findings;
  const sent = await sendMail(smtp, settings, { kind: 'test' }, { id: newTestMailId(), date: Date.now() });
  return [
    ...findings,
    sent.kind === 'sent'
      ? ok(name, 'the server has taken a test e-mail to NOTIFY_EMAIL. Look whether it arrives, in the spam folder too')
      : failed(name, `the test e-mail was not sent: ${sent.error}`, adviseOn(sent)),
  ];
}

function adviseOn({ error }: Exclude<SendResult, { kind: 'sent' }>): string {
  if (/AUTH|\b53[045]\b/.test(error)) return 'Check the user and the password in SMTP_URL. Many providers need a password for applications';
  if (/MAIL FROM|RCPT TO|DATA/.test(error))
    return 'Check NOTIFY_FROM and NOTIFY_EMAIL: the server must be allowed to send from the first to the second';
  return 'Check the host and port in SMTP_URL (smtps:// for port 465, smtp:// for port 587), this machine’s firewall, and the server’s certificate';
}
