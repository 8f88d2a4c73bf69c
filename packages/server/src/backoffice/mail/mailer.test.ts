import { dayOf } from '@tsena/shared/merchant';
import { startMailServer } from '@tsena/testkit/mailServer';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testSettings } from '../../../test/support/operatorFixture.ts';
import { attempt, changed, opened, pending } from '../../../test/support/storages.ts';
import { untilTestEnds, useForEach } from '../../../test/support/use.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { QueueWorker } from '../../core/workers/queueWorker.ts';
import type { StoredMail } from '../../database/schema.ts';
import { createLog } from '../../log/log.ts';
import { createMailer } from './mailer.ts';
import { createSmtp } from './smtp.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(STORES)('the mailer on %s', (kind) => {
  const storages = useStorages(kind, 3);
  const server = useForEach(startMailServer);

  function start(instance = 0, onSent: () => void = () => undefined): QueueWorker {
    const mailer = createMailer({
      storage: storages.at(instance),
      smtp: createSmtp({ host: '127.0.0.1', port: server.port, security: 'none', login: null }, 2000),
      current: () =>
        testSettings('https://operator.test', {
          SMTP_URL: 'smtp://localhost',
          NOTIFY_EMAIL: 'owner@shop.example',
          NOTIFY_LANGUAGE: 'en',
          OPERATOR_ENVIRONMENT: 'production',
        }),
      log: createLog('silent'),
      random: () => 0.5,
      stopped: new AbortController().signal,
      onSent,
      onAttempted: () => undefined,
    });
    onTestFinished(() => mailer.stop());
    mailer.start();
    return mailer;
  }

  const mails = (): Promise<StoredMail[]> =>
    storages.storage.store.db.selectFrom('mails').selectAll().where('kind', '<>', 'daily_summary').execute();
  const until = (expected: Partial<StoredMail>) =>
    vi.waitFor(async () => expect(await mails()).toMatchObject([expected]), { timeout: 10_000, interval: 20 });

  /** A payment whose details differ. */
  async function flagged(order: string): Promise<void> {
    const { id } = await pending(storages.storage, order);
    const event = { kind: 'details_mismatch' } as const;
    await changed(storages.storage, id, { set: { differences: 'amount' }, event, webhook: 'payment.review_required' });
  }

  /** Lets time pass, and wakes a mailer. */
  function pass(mailer: QueueWorker, ms: number): void {
    storages.clock.advance(ms);
    mailer.wake();
  }

  it('sends what was queued while the server was down, after it is up again', async () => {
    await server.close();
    const port = server.port;
    const mailer = start();
    await flagged('ORDER-1');
    await until({
      status: 'pending',
      delivery_attempts: 1,
      last_error: expect.stringContaining('no connection to the mail server'),
    });
    pass(mailer, 40_000);
    await until({ status: 'pending', delivery_attempts: 2 });
    const { received } = await untilTestEnds(startMailServer({ port }));
    pass(mailer, 3 * MINUTE);
    await until({ status: 'sent', delivery_attempts: 3, last_error: null });
    expect(received.map(({ headers }) => headers.subject)).toEqual(['Payments that need review: 1']);
  });

  it('drops the e-mail about an unknown outcome that became known within two minutes', async () => {
    const mailer = start();
    const { id } = await opened(storages.storage, attempt('ORDER-1'));
    await changed(storages.storage, id, { to: 'sending', event: { kind: 'sending' } });
    await changed(storages.storage, id, {
      to: 'unresolved',
      event: { kind: 'outcome_unknown' },
      webhook: 'payment.unresolved',
    });
    await changed(storages.storage, id, {
      to: 'completed',
      set: { verified: 1 },
      event: { kind: 'completed' },
      webhook: 'payment.completed',
    });
    pass(mailer, 2 * MINUTE);
    await until({ status: 'dropped', delivery_attempts: 0 });
    expect(server.connections()).toBe(0);
  });

  it('queues the summary of a day that has ended, and drops it if the day had no payments', async () => {
    start();
    const summaries = storages.storage.store.db
      .selectFrom('mails')
      .select(['day', 'status'])
      .where('kind', '=', 'daily_summary');
    const day = dayOf(storages.clock.now() - DAY);
    await vi.waitFor(async () => expect(await summaries.execute()).toEqual([{ day, status: 'dropped' }]), {
      timeout: 10_000,
      interval: 20,
    });
    expect(server.connections()).toBe(0);
  });
});
