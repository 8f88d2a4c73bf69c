import type { Link } from '@tsena/shared/merchant';
import { startMailServer } from '@tsena/testkit/mailServer';
import { afterEach, beforeEach, describe, expect, it, onTestFailed, vi } from 'vitest';
import { asMerchant, eventually, finish, payOnPage, settleNewest } from './support/merchant.ts';
import { startProcess } from './support/process.ts';
import { type Stack, startStack } from './support/stack.ts';
import { useForEach } from './support/use.ts';

const PASSWORD = 'the-password-of-the-mail-server';
const USER = 'user-of-the-mail-server';

const server = useForEach(() => startMailServer({ login: { user: USER, password: PASSWORD } }));
let stack: Stack;
beforeEach(async () => {
  const SMTP_URL = `smtp://${USER}:${PASSWORD}@127.0.0.1:${server.port}`;
  stack = await startStack({
    callbacks: false,
    env: { PUBLIC_URL: 'http://127.0.0.1:1', SMTP_URL, NOTIFY_EMAIL: 'owner@shop.example', NOTIFY_LANGUAGE: 'en' },
  });
});
afterEach(async () => {
  await stack.close();
});

/** Creates a link and pays it on its page. */
async function payLink(): Promise<void> {
  const { body } = await stack.post<Link>(
    '/v1/merchant/links',
    { amount: '25000', description: 'Lamba landy' },
    asMerchant,
  );
  const before = stack.sandbox.transactions().length;
  expect((await payOnPage(`${stack.served.url}/pay/${body.id}`)).status).toBe(303);
  await eventually(() => expect(stack.sandbox.transactions()).toHaveLength(before + 1));
  settleNewest(stack, 'approve');
}

describe('an e-mail about a paid link', () => {
  it('arrives without WEBHOOK_URL', async () => {
    await stack.restart({ WEBHOOK_URL: '', WEBHOOK_SECRET: '' });
    await payLink();
    await vi.waitFor(() => expect(server.received).toHaveLength(1), 20_000);
    const [mail] = server.received;
    expect(mail?.headers.subject).toBe('[Sandbox] Payment link paid');
    expect(mail?.text).toContain('Amount: 25,000 Ar\n');
    expect(mail?.text).toContain('Description: Lamba landy\n');
    expect(mail?.text).toContain('Payer: 034 •• ••0 03\n');
    expect(stack.receiver.webhooks).toEqual([]);
  });

  it('that was sent before the companion was killed is sent again, with its Message-ID', async () => {
    await stack.served.stop();
    const crashing = startProcess({ ...stack.env, LOG_LEVEL: 'trace', CRASH_AT: 'mail sent' });
    onTestFailed(() => crashing.kill('SIGKILL'));
    await crashing.ready;
    await payLink();
    expect(await crashing.ended).toBe('SIGKILL');
    expect(server.received).toHaveLength(1);
    expect(crashing.stderr()).not.toContain('e-mail sent');
    await stack.restart();
    const { db } = stack.served.companion.storage.store;
    // The lease of the process that was killed ends.
    await db.updateTable('mail_kinds').set({ lease_until: 0 }).where('kind', '=', 'link_paid').execute();
    const reported = () => db.selectFrom('mail_kinds').select('reported').where('kind', '=', 'link_paid').execute();
    await vi.waitFor(async () => expect(await reported()).not.toEqual([{ reported: '[]' }]), 20_000);
    expect(server.received).toHaveLength(2);
    expect(new Set(server.received.map(({ headers }) => headers['message-id'])).size).toBe(1);
  });
});

describe('a mail server that hangs', () => {
  it('holds up neither payments nor webhooks, and shows in the metrics', async () => {
    server.fault = { at: 'data', hang: true };
    for (let order = 0; order < 2; order += 1) await payLink();
    await eventually(() => expect(server.connections()).toBe(1));
    const { body } = await stack.pay('ORDER-1');
    await finish(stack, body.id, 'approve');
    await eventually(() => expect(stack.receiver.webhooks.map(({ event }) => event.data.order)).toContain('ORDER-1'));
    const metrics = await (await fetch(`${stack.served.url}/metrics`)).text();
    expect(metrics).toMatch(/^tsena_mails\{status="pending"\} 1$/m);
    expect(server.received).toEqual([]);
  });
});
