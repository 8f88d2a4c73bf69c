import { randomBytes } from 'node:crypto';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import * as z from 'zod/mini';
import type { Sender, Settings, SmtpServer } from '../../config/settings.ts';
import { type ComposedMail, composeMail, type MailContent } from './composeMail.ts';

/** For a whole attempt: shorter than the lease on the e-mail, ms. */
const ATTEMPT_TIMEOUT_MS = 45_000;
/** For connecting, for the greeting, and for each answer of the server, ms. */
const ANSWER_TIMEOUT_MS = 20_000;

/** The SMTP replies that concern the login or the encryption, and not the e-mail: correct settings may change them. */
const SETTINGS_REPLIES = [530, 534, 535, 538];
const MESSAGE_COMMANDS = ['MAIL FROM', 'RCPT TO', 'DATA'];

/** An e-mail with its stable identity. */
export interface OutgoingMail extends ComposedMail {
  /** The Message-ID without the domain: the same at each attempt. */
  readonly id: string;
  /** Null: the address of `to`. */
  readonly from: Sender | null;
  readonly to: string;
  /** ms since 1970 */
  readonly date: number;
}

/** The result of an attempt. `refused`: the server will not take this e-mail. `error` contains no address and no text of the server. */
export type SendResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly error: string }
  /** It was not sent, or the connection was lost after the server had it: then a further attempt may send it twice. */
  | { readonly kind: 'failed'; readonly error: string };

/** An SMTP server, as the settings name it. */
export interface Smtp {
  /** Sends an e-mail; never rejects. */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<SendResult>;
  /** Connects and logs in, and sends nothing. */
  check(): Promise<SendResult>;
}

/** Makes the client of an SMTP server. Each e-mail has its own connection. */
export function createSmtp(server: SmtpServer, attemptTimeoutMs = ATTEMPT_TIMEOUT_MS): Smtp {
  const { host, port, security, login } = server;
  const answerTimeoutMs = Math.min(ANSWER_TIMEOUT_MS, attemptTimeoutMs);

  async function converse(talk: (connection: SMTPConnection) => Promise<void>, signal?: AbortSignal): Promise<SendResult> {
    // Loaded for the first e-mail: most merchants send none.
    const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
    const connection = new SMTPConnection({
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      connectionTimeout: answerTimeoutMs,
      greetingTimeout: answerTimeoutMs,
      socketTimeout: answerTimeoutMs,
      dnsTimeout: answerTimeoutMs,
      tls: { minVersion: 'TLSv1.2' },
    });
    let giveUp = () => {};
    const broken = new Promise<never>((_resolve, reject) => {
      connection.on('error', reject);
      connection.on('end', () => reject(Object.assign(new Error('the connection ended'), { code: 'ECONNECTION' })));
      giveUp = () => reject(Object.assign(new Error('given up'), { code: 'ETIMEDOUT' }));
    });
    const timer = setTimeout(giveUp, attemptTimeoutMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted === true) giveUp();
    try {
      await Promise.race([broken, speak(connection, talk)]);
      return { kind: 'sent' };
    } catch (error) {
      return resultOf(error, attemptTimeoutMs);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      connection.close();
    }
  }

  async function speak(connection: SMTPConnection, talk: (connection: SMTPConnection) => Promise<void>): Promise<void> {
    await callback((done) => connection.connect((error) => done(error ?? null)));
    if (login !== null) {
      const credentials = { user: login.user, pass: login.password.reveal() };
      await callback((done) => connection.login({ credentials }, done));
    }
    await talk(connection);
  }

  return {
    check: () => converse(async (connection) => connection.quit()),
    async send(mail, signal) {
      const from = mail.from ?? { name: null, address: mail.to };
      const message = await writeMessage({ ...mail, from });
      return converse(async (connection) => {
        await callback((done) => connection.send({ from: from.address, to: [mail.to] }, message, done));
        connection.quit();
      }, signal);
    },
  };
}

/** The e-mail as it is sent: one part of plain text. */
async function writeMessage({ id, from, to, subject, text, date }: OutgoingMail & { readonly from: Sender }): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: new Date(date),
    from: { name: from.name ?? 'Tsena Checkout', address: from.address },
    to: { name: '', address: to },
    subject,
    text,
    // No automatic answers, such as those of an absence.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
    xMailer: false,
  });
  return composer.compile().build();
}

function callback(start: (done: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error === null ? resolve() : reject(error))));
}

const codesSchema = z.object({
  code: z.optional(z.string()),
  command: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  response: z.optional(z.string()),
});

/** Says what went wrong by codes. The server's own words may contain addresses, and its answer to a login the password. */
function resultOf(error: unknown, attemptTimeoutMs: number): SendResult {
  const { code, command, responseCode, response } = z.safeParse(codesSchema, error).data ?? {};
  if (responseCode !== undefined) {
    const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
    const about = command === undefined ? '' : ` to ${command}`;
    const message = `the mail server answered ${responseCode}${enhanced === undefined ? '' : ` (${enhanced})`}${about}`;
    const isFinal = responseCode >= 500 && !SETTINGS_REPLIES.includes(responseCode) && MESSAGE_COMMANDS.includes(command ?? '');
    return { kind: isFinal ? 'refused' : 'failed', error: message };
  }
  if (code === 'ETIMEDOUT') return { kind: 'failed', error: `no answer of the mail server in time (${attemptTimeoutMs / 1000} s at most)` };
  return { kind: 'failed', error: `no connection to the mail server (${code ?? 'unknown'})` };
}

/** Which attempt this is. */
interface MailAttempt {
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
