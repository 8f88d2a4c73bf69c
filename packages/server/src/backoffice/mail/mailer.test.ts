import type { OrderReference } from '@tsena/shared/checkout';
import { startMailServer } from '@tsena/testkit/mailServer';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testSettings } from '../../../test/support/operatorFixture.ts';
import { changed, newLink, pending } from '../../../test/support/storages.ts';
import { untilTestEnds, useForEach } from '../../../test/support/use.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { createLog } from '../../log/log.ts';
import { createMailer } from './mailer.ts';
import { createSmtp } from './smtp.ts';

const storages = useStorages('sqlite');
const server = useForEach(startMailServer);

it('the mailer sends what happened while the server was down, after it is up again', async () => {
  const { storage, clock } = storages;
  const settings = testSettings('https://operator.test', {
    SMTP_URL: 'smtp://localhost',
    NOTIFY_EMAIL: 'owner@shop.example',
    NOTIFY_LANGUAGE: 'en',
    OPERATOR_ENVIRONMENT: 'production',
  });
  const mailer = createMailer({
    storage,
    smtp: createSmtp({ host: '127.0.0.1', port: server.port, security: 'none', login: null }, 2000),
    current: () => settings,
    log: createLog('silent'),
    random: () => 0.5,
    stopped: new AbortController().signal,
    onSent: () => undefined,
    onAttempted: () => undefined,
  });
  onTestFinished(() => mailer.stop());
  const until = (expected: object) =>
    vi.waitFor(
      async () => {
        mailer.wake();
        const rows = storage.store.db.selectFrom('mail_kinds').selectAll().where('kind', '=', 'link_paid');
        expect(await rows.execute()).toMatchObject([expected]);
      },
      { timeout: 10_000, interval: 20 },
    );
  await server.close();
  mailer.start();
  await until({ delivery_attempts: 0 });
  await newLink(storage, { order_reference: 'ORDER-1' as OrderReference });
  const { id } = await pending(storage, 'ORDER-1');
  const completed = { to: 'completed', set: { final_at: clock.now(), verified: 1 } } as const;
  await changed(storage, id, { ...completed, event: { kind: 'completed' } });
  const last_error = expect.stringContaining('no connection to the mail server');
  await until({ delivery_attempts: 1, last_error });
  clock.advance(40_000);
  await until({ delivery_attempts: 2 });
  const { received } = await untilTestEnds(startMailServer({ port: server.port }));
  clock.advance(3 * 60_000);
  await until({ delivery_attempts: 0, last_error: null });
  expect(received.map(({ headers }) => headers.subject)).toEqual(['Payment link paid']);
});
