import type { PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { linkPage } from '../../test/support/linkPage.ts';
import { attempt, changedWithin, opened, openStorages, type Storages, together } from '../../test/support/storages.ts';
import { openAttempt } from './attempts.ts';
import type { Storage } from './storage.ts';

const HOUR = 3_600_000;

describe.each(STORES)('openAttempt with the form of a payment page, on %s', (kind) => {
  let storages: Storages;
  let storage: Storage;
  beforeAll(async () => {
    storages = await openStorages(kind, 3);
    storage = storages.storage;
  });
  beforeEach(async () => {
    await storages.empty();
    await page.open();
  });
  afterAll(() => storages.close());

  const page = linkPage(() => storages);
  const { onPage, accept, accepted, fail } = page;

  describe('with a form that has started a payment', () => {
    it('answers that payment, however it ended', async () => {
      const payment = await accepted('ORDER-1', {}, { formHash: 'once' });
      await fail(payment);
      storages.clock.advance(HOUR);
      const again = await openAttempt(storage, onPage('ORDER-1', {}, { formHash: 'once' }));
      expect(again).toMatchObject({ kind: 'exists', payment: { id: payment.id, status: 'failed' } });
      expect(await openAttempt(storage, onPage('ORDER-1', {}, { formHash: 'another' }))).toMatchObject({ kind: 'opened' });
    });

    it('opens another if the form was there to try that payment again', async () => {
      const payment = await accepted('ORDER-1', {}, { formHash: 'again' });
      await fail(payment);
      const other = { formHash: 'again', from: 'pay_another' as PaymentId };
      expect(await openAttempt(storage, onPage('ORDER-1', {}, other))).toMatchObject({ kind: 'exists', payment: { id: payment.id } });
      const next = await opened(storage, onPage('ORDER-1', {}, { formHash: 'again', from: payment.id }));
      expect(next).toMatchObject({ attempt_number: 2 });
      // The same request once more: the form is of the first payment, and has started the second.
      expect(await openAttempt(storage, onPage('ORDER-1', {}, { formHash: 'again', from: payment.id }))).toMatchObject({
        kind: 'exists',
        payment: { id: next.id },
      });
    });

    it('opens one where the payment to be tried again was of a widget', async () => {
      const widget = await accept(await opened(storage, attempt('ORDER-1')));
      await fail(widget);
      expect(await openAttempt(storage, onPage('ORDER-1', {}, { from: widget.id }))).toMatchObject({ kind: 'opened' });
    });

    it('does not take a payment of a widget for its own', async () => {
      await fail(await accept(await opened(storage, attempt('ORDER-1'))));
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'opened', payment: { attempt_number: 2 } });
    });
  });

  it('starts one payment when a payer presses on several pages at the same time', async () => {
    const openings = await together(9, (index) => openAttempt(storages.at(index), onPage(`ORDER-${index}`)));
    expect(openings.map(({ kind: what }) => what).sort()).toEqual([...Array(8).fill('exists'), 'opened']);
  });

  if (kind === 'postgres') {
    it('waits for another change of the order, and sees it', async () => {
      const first = await accepted('ORDER-1');
      let opening: ReturnType<typeof openAttempt> | undefined;
      await storage.store.transact(async (work) => {
        await work.selectFrom('orders').select('reference').where('reference', '=', first.order_reference).forUpdate().execute();
        opening = openAttempt(storages.at(1), attempt('ORDER-1'));
        opening.catch(() => undefined);
        await vi.waitFor(
          async () => {
            const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
              and datname = current_database()`.execute(storages.at(2).store.db);
            expect(rows).toHaveLength(1);
          },
          { interval: 5, timeout: 5000 },
        );
        await changedWithin(storage, work, first.id, { to: 'failed', event: { kind: 'failed' } });
      });
      expect(await opening).toMatchObject({ kind: 'opened', payment: { attempt_number: 2 } });
    });
  }
});
