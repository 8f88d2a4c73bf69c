import type { Msisdn } from '@tsena/shared';
import type { Refund, Webhook } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { receivedMoney } from '../../../test/support/paymentState.ts';
import {
  attempt,
  changed,
  changedWithin,
  openAttempt,
  opened,
  pending,
  read,
  together,
  untilBlocked,
} from '../../../test/support/storages.ts';
import { COOLDOWN_MS } from '../../../test/support/testCompanion.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { InputKind, InputOf } from '../rules/decide.ts';
import { findByCallbackSecret } from '../storage/callbacks.ts';
import { historyOf, webhooksOf } from '../storage/reads.ts';
import type { Storage } from '../storage/storage.ts';
import { applyDecision, applyWithin } from './applyDecision.ts';
import { receiveCallback } from './receiveCallback.ts';

const SECRET = 'c2VjcmV0LW9mLXRoZS1jYWxsYmFjay1hZGRyZXNzLTE';
const PARTNER = '0343500004' as Msisdn;
const NOTE = { serverCorrelationId: 'sc-1', status: 'completed' };
const FAILED = { kind: 'state', state: 'failed', operatorStatus: 'failed', objectReference: null } as const;
const LOST = { kind: 'answer', answer: { kind: 'unknown', reason: 'reset' }, firstCheckMs: 2000 } as const;

/** One input of each kind. */
const INPUTS = {
  sending: { after: '4002', fence: 1 },
  not_sent: { fence: 1, code: 'not_sent', reason: 'no token' },
  answer: { answer: { kind: 'accepted', serverCorrelationId: 'sc-9', notificationMethod: null }, firstCheckMs: 2000 },
  callback: { note: NOTE },
  evidence: {
    fence: 1,
    status: { serverCorrelationId: 'sc-9', isNamedByCallback: true, answer: FAILED },
    transactions: [{ reference: '636042511', isNamedByCallback: true, answer: { kind: 'absent', reason: '404' } }],
    partnerMsisdn: PARTNER,
  },
  lapsed: { fence: 1, mayLackSending: true },
  checks_stopped: { fence: 1 },
  refresh: {},
  reference_attempt: { cooldownMs: COOLDOWN_MS },
  reference_returned: {},
  reference: {
    reference: '636042511',
    answer: { kind: 'absent', reason: '404' },
    named: { by: 'payer', isMerchant: false },
    partnerMsisdn: PARTNER,
  },
  sale: { reference: '636042511', money: receivedMoney(), by: 'Hanta', partnerMsisdn: PARTNER },
  resolution: { resolution: 'received', reason: 'seen in the statement', by: 'Hanta' },
  refund: { refund: { id: 'ref_1', status: 'recorded' } as Refund, amount: 1000, reason: 'returned', by: 'Hanta' },
  webhook_replayed: { webhook: 'msg_1', by: 'Hanta' },
} as const satisfies { readonly [Kind in InputKind]: Omit<InputOf<Kind>, 'kind'> };

/** The view in a webhook. */
const viewIn = ({ payload }: { readonly payload: string }) => (JSON.parse(payload) as Webhook).data.view;

describe.each(STORES)('decisions on %s', (kind) => {
  const storages = useStorages(kind, 3);
  const { storage } = storages;

  async function sending(order = 'ORDER-1'): Promise<StoredPayment> {
    const created = await opened(storage, attempt(order, { callbackSecret: SECRET }));
    return changed(storage, created.id, {
      to: 'sending',
      set: { sent_at: storages.clock.now() },
      event: { kind: 'sending' },
    });
  }

  /** The same database, of which nothing can be read outside a transaction. */
  function readOnlyWithin({ store, ...rest }: Storage): Storage {
    const outside = {
      get db(): never {
        throw new Error('read outside the transaction that writes');
      },
    };
    return { ...rest, store: Object.defineProperties({ ...store }, Object.getOwnPropertyDescriptors(outside)) };
  }

  it.each(Object.keys(INPUTS) as InputKind[])(
    'about the input %s depend on nothing read outside their transaction',
    async (input) => {
      const payment = await pending(storage, 'ORDER-1');
      await applyDecision(readOnlyWithin(storage), payment.id, { kind: input, ...INPUTS[input] } as never);
    },
  );

  it('to open an attempt depend on nothing read outside their transaction', async () => {
    const within = readOnlyWithin(storage);
    expect(await openAttempt(within, attempt('ORDER-1'))).toMatchObject({ kind: 'opened' });
    expect(await openAttempt(within, attempt('ORDER-1'))).not.toMatchObject({ kind: 'opened' });
  });

  it.runIf(kind === 'postgres').each([
    ['a callback waits for the answer that is being written', 'answer'],
    ['an answer waits for the callback that is being stored', 'callback'],
  ] as const)('%s, and sees it', async (_what, first) => {
    const payment = await sending();
    let second: Promise<unknown> = Promise.resolve();
    await storage.store.transact(async (trx) => {
      if (first === 'answer') await applyWithin(storage, trx, payment.id, LOST);
      else {
        expect(await findByCallbackSecret(trx, SECRET)).toBe(payment.id);
        await applyWithin(storage, trx, payment.id, { kind: 'callback', note: NOTE });
      }
      second =
        first === 'answer'
          ? receiveCallback(storages.at(1), SECRET, NOTE)
          : applyDecision(storages.at(1), payment.id, LOST);
      await untilBlocked(storages, second);
    });
    await second;
    expect(await read(storage, payment)).toMatchObject({ status: 'unresolved', next_check_at: storages.clock.now() });
  });

  it('about a failed transaction leave both payments unresolved if callbacks name it for both', async () => {
    const status = { serverCorrelationId: 'sc-1', isNamedByCallback: true, answer: FAILED } as const;
    const unresolved: StoredPayment[] = [];
    for (const order of ['1', '2']) {
      const callbackSecret = `${SECRET}${order}`;
      const payment = await opened(storage, attempt(`ORDER-${order}`, { callbackSecret }));
      unresolved.push(await changed(storage, payment.id, { to: 'unresolved', event: { kind: 'outcome_unknown' } }));
      await receiveCallback(storage, callbackSecret, { serverCorrelationId: 'sc-1', status: 'failed' });
    }
    for (const { id, fence } of unresolved)
      await applyDecision(storage, id, { kind: 'evidence', fence, status, transactions: [], partnerMsisdn: PARTNER });
    for (const payment of unresolved) expect(await read(storage, payment)).toMatchObject({ status: 'unresolved' });
  });

  it('that make two payments of an order paid at once report it as overpaid once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = `ORDER-${round}`;
      const first = await pending(storage, order);
      storages.clock.advance(COOLDOWN_MS);
      const second = await pending(storage, order);
      await together(2, (index) =>
        applyDecision(storages.at(index), (index === 0 ? first : second).id, {
          kind: 'resolution',
          resolution: 'received',
          reason: 'seen in the statement',
          by: 'Hanta',
        }),
      );
      const webhooks = [
        ...(await webhooksOf(storage.store.db, first.id)),
        ...(await webhooksOf(storage.store.db, second.id)),
      ];
      expect(webhooks.map(({ type }) => type)).toEqual(['order.overpaid']);
      expect(webhooks.map(viewIn)).toEqual(['paid_twice']);
    }
  });

  it('queue webhooks with the view that all payments of the order give it', async () => {
    const first = await pending(storage, 'ORDER-1');
    storages.clock.advance(COOLDOWN_MS);
    const second = await pending(storage, 'ORDER-1');
    const failed = {
      to: 'failed',
      set: { next_check_at: null },
      event: { kind: 'failed' },
      webhook: 'payment.failed',
    } as const;
    const paid = { to: 'completed', event: { kind: 'completed' }, webhook: 'payment.completed' } as const;
    await changed(storage, second.id, failed);
    await changed(storage, first.id, paid);
    await changed(storage, second.id, paid);
    // The first prompt was still open when the second one was declined.
    expect((await webhooksOf(storage.store.db, second.id)).map(viewIn)).toEqual(['waiting', 'paid_twice']);
    expect((await webhooksOf(storage.store.db, first.id)).map(viewIn)).toEqual(['paid']);
  });

  it('write nothing if a statement of theirs fails, also while others are in flight', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const failing = storage.store.transact(async (trx) => {
      const taken = { payment_id: payment.id, version: 1, at: 0, kind: 'created', data: '{}' } as const;
      await Promise.all([
        changedWithin(storage, trx, payment.id, { to: 'failed', event: { kind: 'failed' }, webhook: 'payment.failed' }),
        trx.insertInto('events').values(taken).execute(),
        trx.updateTable('payments').set({ fees: '1' }).where('id', '=', payment.id).execute(),
      ]);
    });
    await expect(failing).rejects.toMatchObject({
      code: kind === 'postgres' ? '23505' : 'SQLITE_CONSTRAINT_PRIMARYKEY',
    });
    expect(await read(storage, payment)).toEqual(payment);
    expect(await webhooksOf(storage.store.db, payment.id)).toEqual([]);
    expect(await historyOf(storage.store.db, payment.id)).toHaveLength(3);
  });

  it.runIf(kind === 'postgres')('are an error if the server rolls them back at the commit', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const swallowing = storage.store.transact(async (trx) => {
      await trx.updateTable('payments').set({ fees: '1' }).where('id', '=', payment.id).execute();
      await trx
        .insertInto('orders')
        .values({ reference: payment.order_reference, amount: 1, created_at: 0 })
        .execute()
        .catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('the transaction was rolled back');
    expect(await read(storage, payment)).toEqual(payment);
  });
});
