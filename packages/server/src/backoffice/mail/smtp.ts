import { randomBytes } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import * as z from 'zod/mini';
import { mailLanguage, type Sender, type Settings, type SmtpServer } from '../../config/settings.ts';
import { type ComposedMail, composeMail, type MailContent } from './composeMail.ts';

/** For a whole attempt: shorter than the lease on the e-mail, ms. */
const ATTEMPT_TIMEOUT_MS = 45_000;
/** For connecting, for the greeting, and for each answer of the server, ms. */
const ANSWER_TIMEOUT_MS = 20_000;

/** The SMTP replies that concern the login or the encryption, and not the e-mail: correct settings may change them. */
const SETTINGS_REPLIES = [530, 534, 535, 538];
const MESSAGE_COMMANDS = ['MAIL FROM', 'RCPT TO', 'DATA'];

/** Which attempt to send which e-mail this is. */
interface MailAttempt {
  /** The Message-ID without the domain: the same at each attempt. */
  readonly id: string;
  /** ms since 1970 */
  readonly date: number;
  /** Aborts it. */
  readonly signal?: AbortSignal;
}

/** An e-mail with its stable identity. */
export interface OutgoingMail extends ComposedMail, MailAttempt {
  /** Null: the address of `to`. */
  readonly from: Sender | null;
  readonly to: string;
}

/**
 * The result of an attempt. `refused`: the server will not take this e-mail. `error` contains no address and no text of
 * the server.
 */
export type SendResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly error: string }
  /** It was not sent, or the connection was lost after the server had it: then a further attempt may send it twice. */
  | { readonly kind: 'failed'; readonly error: string };

/** An SMTP server, as the settings name it. */
export interface Smtp {
  /** Sends an e-mail; never rejects. */
  send(mail: OutgoingMail): Promise<SendResult>;
  /** Connects and logs in, and sends nothing. */
  check(): Promise<SendResult>;
}

/** Makes the client of an SMTP server. Each e-mail has its own connection. */
export function createSmtp(server: SmtpServer, attemptTimeoutMs = ATTEMPT_TIMEOUT_MS): Smtp {
  async function attempt(run: (transport: Transporter) => Promise<unknown>): Promise<SendResult> {
    try {
      await run(await createConnections(server, Math.min(ANSWER_TIMEOUT_MS, attemptTimeoutMs)));
      return { kind: 'sent' };
    } catch (error) {
      return resultOf(error, attemptTimeoutMs);
    }
  }

  return {
    check: () => attempt((transport) => transport.verify()),
    send({ id, from, to, subject, text, date, signal: stopped }) {
      const { name, address } = from ?? { name: null, address: to };
      const message = {
        messageId: `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`,
        date: new Date(date),
        from: { name: name ?? 'Tsena Checkout', address },
        to: { name: '', address: to },
        subject,
        text,
        // No automatic answers, such as those of an absence.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        xMailer: false,
      } as const;
      const timedOut = AbortSignal.timeout(attemptTimeoutMs);
      const signal = stopped === undefined ? timedOut : AbortSignal.any([timedOut, stopped]);
      return attempt((transport) => transport.sendMail({ ...message, signal }));
    },
  };
}

async function createConnections(
  { host, port, security, login }: SmtpServer,
  answerTimeoutMs: number,
): Promise<Transporter> {
  // Loaded for the first e-mail: most merchants send none.
  const { createTransport } = await import('nodemailer');
  return createTransport({
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
    // A server that offers no login must refuse it: without it, it may take an e-mail that it does not send.
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password.reveal() }, forceAuth: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const codesSchema = z.object({
  code: z.optional(z.string()),
  command: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  response: z.optional(z.string()),
});

/**
 * Says what went wrong by codes. The server's own words may contain addresses, and its answer to a login the password.
 */
function resultOf(error: unknown, attemptTimeoutMs: number): SendResult {
  const { code, command, responseCode, response } = z.safeParse(codesSchema, error).data ?? {};
  if (responseCode !== undefined) {
    const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
    const about = command === undefined ? '' : ` to ${command}`;
    const message = `the mail server answered ${responseCode}${enhanced === undefined ? '' : ` (${enhanced})`}${about}`;
    const isFinal =
      responseCode >= 500 && !SETTINGS_REPLIES.includes(responseCode) && MESSAGE_COMMANDS.includes(command ?? '');
    return { kind: isFinal ? 'refused' : 'failed', error: message };
  }
  if (code === 'ETIMEDOUT' || code === 'EABORT')
    return { kind: 'failed', error: `no answer of the mail server in time (${attemptTimeoutMs / 1000} s at most)` };
  return { kind: 'failed', error: `no connection to the mail server (${code ?? 'unknown'})` };
}

/** The id of an e-mail that tries the settings. */
export function newTestMailId(): string {
  return `test_${randomBytes(16).toString('base64url')}`;
}

/** Sends an e-mail to the merchant, as the settings say. */
export async function sendMail(
  smtp: Smtp,
  settings: Settings,
  content: MailContent,
  attempt: MailAttempt,
): Promise<SendResult> {
  const {
    NOTIFY_EMAIL: to,
    NOTIFY_FROM: from,
    OPERATOR_ENVIRONMENT: environment,
    PARTNER_NAME: partnerName,
  } = settings;
  if (to === null) return { kind: 'failed', error: 'no address is set for the e-mails' };
  const composed = composeMail(content, { language: mailLanguage(settings), environment, partnerName });
  return smtp.send({ ...composed, ...attempt, from, to });
}
