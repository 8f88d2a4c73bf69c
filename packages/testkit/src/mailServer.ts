import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** An e-mail that the server has accepted. */
export interface ReceivedMail {
  /** By name, in lower case, unfolded and decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly from: string;
  readonly to: readonly string[];
}

/** How the server answers: an SMTP reply at a stage, or never at all. */
export type MailFault =
  | { readonly at: 'connect' | 'login' | 'from' | 'to' | 'data'; readonly code: number }
  | { readonly at: 'connect' | 'data'; readonly hang: true }
  /** It keeps the e-mail and closes the connection without an answer. */
  | { readonly at: 'data'; readonly drop: true };

/** The options of {@link startMailServer}. */
export interface MailServerOptions {
  readonly port?: number;
  readonly login?: { readonly user: string; readonly password: string };
  readonly server?: SMTPServerOptions;
}

/** Starts a real SMTP server with faults on demand on loopback, without encryption unless `server` says otherwise. */
export async function startMailServer({ port = 0, login, server = {} }: MailServerOptions = {}) {
  const received: ReceivedMail[] = [];
  let connections = 0;
  const state: { fault: MailFault | null } = { fault: null };
  const answer = (at: string, done: (error?: Error | null) => void): void => {
    const { fault } = state;
    if (fault === null || fault.at !== at) done();
    else if ('code' in fault) done(reply(fault.code));
  };
  const smtp = new SMTPServer({
    disabledCommands: login === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: login === undefined,
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect(_session, done) {
      connections += 1;
      answer('connect', done);
    },
    onAuth({ username, password }, _session, done) {
      if (state.fault?.at === 'login' && 'code' in state.fault) done(reply(state.fault.code));
      else if (username === login?.user && password === login?.password) done(null, { user: username });
      else done(reply(535));
    },
    onMailFrom: (_address, _session, done) => answer('from', done),
    onRcptTo: (_address, _session, done) => answer('to', done),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { fault } = state;
        if (fault === null || fault.at !== 'data' || 'drop' in fault) {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          received.push({
            ...readMail(Buffer.concat(chunks).toString()),
            from,
            to: envelope.rcptTo.map(({ address }) => address),
          });
        }
        if (fault !== null && 'drop' in fault) for (const connection of smtp.connections) connection.close();
        else answer('data', done);
      });
    },
    ...server,
  });
  // A client that gives up resets the connection.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
  const address = smtp.server.address() as AddressInfo;
  return Object.assign(state, {
    port: address.port,
    received,
    /** Connections so far. */
    connections: () => connections,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  });
}

function reply(responseCode: number): Error {
  return Object.assign(new Error('as the test says'), { responseCode });
}

function readMail(raw: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      decodeWords(line.slice(line.indexOf(':') + 1).trim()),
    ]),
  );
  const body = raw.slice(end + 4);
  const encoding = headers['content-transfer-encoding'];
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? decodeQuoted(body)
        : body;
  return { headers, text: text.replaceAll('\r\n', '\n') };
}

function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_word, kind: string, value: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(value, 'base64').toString() : decodeQuoted(value.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => `%${hex}`);
  return decodeURIComponent(bytes.replaceAll(/%(?![0-9A-F]{2})/g, '%25'));
}
