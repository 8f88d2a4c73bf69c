import { type MailServerOptions, startMailServer } from '@tsena/testkit/mailServer';
import { selfSigned } from '@tsena/testkit/selfSigned';
import { describe, expect, it } from 'vitest';
import { untilTestEnds, useForEach } from '../../../test/support/use.ts';
import { Secret } from '../../config/secret.ts';
import type { SmtpServer } from '../../config/settings.ts';
import { createSmtp, type OutgoingMail } from './smtp.ts';

const LOGIN = { user: 'tsena@shop.example', password: 'p@ss:word/ of the mail server' };
const MAIL: OutgoingMail = {
  id: 'mail_1.1',
  from: { name: 'Tsena', address: 'payments@shop.example' },
  to: 'owner@shop.example',
  subject: 'Résumé du 2026-05-03',
  text: 'Montant : 25 000 Ar\n',
  date: Date.parse('2026-05-04T00:05:00Z'),
};

const server = useForEach(startMailServer);
const start = (options: MailServerOptions) => untilTestEnds(startMailServer(options));

const at = (port: number, change: Partial<SmtpServer> = {}): SmtpServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  login: null,
  ...change,
});

describe('an e-mail', () => {
  it('is one part of plain text, with a stable Message-ID, and marked as automatic', async () => {
    expect(await createSmtp(at(server.port)).send(MAIL)).toEqual({ kind: 'sent' });
    const [mail] = server.received;
    expect(mail).toMatchObject({
      from: 'payments@shop.example',
      to: ['owner@shop.example'],
      text: 'Montant : 25 000 Ar\n',
    });
    expect(mail?.headers).toMatchObject({
      'message-id': '<mail_1.1@shop.example>',
      from: 'Tsena <payments@shop.example>',
      to: 'owner@shop.example',
      subject: 'Résumé du 2026-05-03',
      date: 'Mon, 04 May 2026 00:05:00 +0000',
      'auto-submitted': 'auto-generated',
    });
    expect(mail?.headers['content-type']).toMatch(/^text\/plain; charset=utf-8/);
  });
});

describe('a login', () => {
  it('sends the user and password, and the e-mail', async () => {
    const { port, received } = await start({ login: LOGIN });
    const login = { user: LOGIN.user, password: new Secret(LOGIN.password) };
    expect(await createSmtp(at(port, { login })).send(MAIL)).toEqual({ kind: 'sent' });
    expect(received).toHaveLength(1);
  });

  it('that is refused is tried again later; its error has neither user nor password', async () => {
    const { port, received } = await start({ login: LOGIN });
    const login = { user: LOGIN.user, password: new Secret('another password') };
    expect(await createSmtp(at(port, { login })).send(MAIL)).toEqual({
      kind: 'failed',
      error: 'the mail server answered 535 to AUTH PLAIN',
    });
    expect(received).toEqual([]);
  });
});

describe('encryption', () => {
  const login = { user: LOGIN.user, password: new Secret(LOGIN.password) };

  it('by STARTTLS is required: a server without it gets no login and no e-mail', async () => {
    const plain = await start({ login: LOGIN });
    const logins: string[] = [];
    const watched = await start({
      server: {
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth(auth, _session, done) {
          logins.push(auth.username ?? '');
          done(null, { user: 'anyone' });
        },
      },
    });
    for (const { port } of [plain, watched]) {
      expect(await createSmtp(at(port, { security: 'starttls', login })).send(MAIL)).toMatchObject({ kind: 'failed' });
    }
    expect([logins, plain.received, watched.received]).toEqual([[], [], []]);
  });

  it.each(['starttls', 'tls'] as const)(
    'by %s is refused with a certificate that nobody vouches for',
    async (security) => {
      const { port, received } = await start({
        server: { ...selfSigned(), secure: security === 'tls', disabledCommands: ['AUTH'], authOptional: true },
      });
      const result = await createSmtp(at(port, { host: 'localhost', security })).send(MAIL);
      expect(result).toMatchObject({
        kind: 'failed',
        error: expect.stringMatching(/^no connection to the mail server \(/),
      });
      expect(received).toEqual([]);
    },
  );
});

describe('a server', () => {
  it.each([
    ['connect', 421],
    ['data', 452],
  ] as const)('that answers at %s with %i may take the e-mail later', async (stage, code) => {
    server.fault = { at: stage, code };
    const result = await createSmtp(at(server.port)).send(MAIL);
    expect(result).toMatchObject({
      kind: 'failed',
      error: expect.stringContaining(`the mail server answered ${code}`),
    });
  });

  it.each([
    ['to', 550],
    ['data', 554],
  ] as const)('that answers at %s with %i refuses the e-mail', async (stage, code) => {
    server.fault = { at: stage, code };
    const result = await createSmtp(at(server.port)).send(MAIL);
    expect(result).toMatchObject({
      kind: 'refused',
      error: expect.stringContaining(`the mail server answered ${code}`),
    });
  });

  it('that wants a login first does not refuse the e-mail: the settings are wrong', async () => {
    server.fault = { at: 'from', code: 530 };
    expect(await createSmtp(at(server.port)).send(MAIL)).toMatchObject({ kind: 'failed' });
  });

  it.each(['connect', 'data'] as const)('that hangs at %s is given up', async (stage) => {
    server.fault = { at: stage, hang: true };
    expect(await createSmtp(at(server.port), 300).send(MAIL)).toEqual({
      kind: 'failed',
      error: 'no answer of the mail server in time (0.3 s at most)',
    });
  });

  it('that is down, or closes the connection after the e-mail, has not confirmed it', async () => {
    server.fault = { at: 'data', drop: true };
    expect(await createSmtp(at(server.port)).send(MAIL)).toMatchObject({ kind: 'failed' });
    expect(server.received).toHaveLength(1);
    await server.close();
    expect(await createSmtp(at(server.port)).send(MAIL)).toMatchObject({ kind: 'failed' });
  });

  it('is given up when the companion stops', async () => {
    server.fault = { at: 'data', hang: true };
    const stopped = new AbortController();
    const sending = createSmtp(at(server.port)).send({ ...MAIL, signal: stopped.signal });
    stopped.abort();
    expect(await sending).toMatchObject({ kind: 'failed' });
  });
});
