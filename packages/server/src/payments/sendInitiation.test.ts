import type { Ariary } from '@tsena/shared';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ObservedPayments, openObservedPayments, orderOf } from '../../test/support/observedPayments.ts';
import { msisdn, type TestCompanion, withStore } from '../../test/support/testCompanion.ts';
import type { Initiation } from '../operator/client.ts';
import { receiveCallback } from '../payments/receiveCallback.ts';
import type { InitiationOutcome } from '../rules/operatorAnswers.ts';
import { type AttemptRequest, openAttempt } from '../storage/attempts.ts';
import type { StoredPayment } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { sendInitiation } from './sendInitiation.ts';

const SECRET = 'a-callback-secret-that-nobody-knows';
const NOW = Date.parse('2026-11-20T12:00:00Z');

const REFUSED = {
  kind: 'refused',
  code: 'insufficient_funds',
  reason: '402 insufficientFunds',
  errorDateTime: '2026-11-20T12:00:01',
  isPassing: false,
  retryAfterMs: null,
} as const satisfies InitiationOutcome;

let world: ObservedPayments;
beforeEach(async () => {
  world = await openObservedPayments();
});
afterEach(() => world.close());

/** An attempt that was opened a second ago, as `initiate` opens it. */
async function open(change: Partial<AttemptRequest> = {}): Promise<StoredPayment> {
  const opening = await openAttempt(world.companion.storage, {
    claims: { sub: orderOf('ORDER-1'), amount: 25_000 as Ariary, currency: 'MGA' },
    msisdn: msisdn('0343500003'),
    language: 'fr',
    addressHash: null,
    correlationId: '8a1f6c0e-2f43-4c58-9d0a-6a2b6a1d9d11',
    reference: 'a1b2c3',
    callbackSecret: SECRET,
    cooldownMs: 90_000,
    leaseMs: 12_000,
    limits: { perMsisdn: null, perIp: null, perLink: null },
    ...change,
  });
  if (opening.kind !== 'opened') throw new Error(`the attempt was not opened: ${opening.kind}`);
  world.clock.advance(1000);
  return opening.payment;
}

/** A callback that came for the attempt. */
function callback(serverCorrelationId = 'sc-1'): Promise<unknown> {
  return receiveCallback(world.companion.storage, SECRET, { serverCorrelationId, status: 'completed' });
}

/** Sends an attempt, with these parts of the companion replaced, and the operator's answer. */
async function send(created: StoredPayment, options: Partial<TestCompanion> = {}): Promise<StoredPayment> {
  return sendInitiation({ ...world.companion, ...options }, created, SECRET);
}

describe('the request to the operator', () => {
  /** The initiation that the operator receives for an attempt. */
  async function requestFor(
    change: Partial<AttemptRequest>,
    options: Partial<TestCompanion> = {},
    callbackSecret: string | null = SECRET,
  ): Promise<Initiation> {
    const received: Initiation[] = [];
    world.answers.initiate = async (initiation) => {
      received.push(initiation);
      return { kind: 'unknown', reason: 'no answer' };
    };
    await sendInitiation({ ...world.companion, ...options }, await open(change), callbackSecret);
    const [initiation, ...more] = received;
    if (initiation === undefined || more.length > 0) throw new Error(`${received.length} requests`);
    return initiation;
  }

  const claims = { sub: orderOf('ORDER-1'), amount: 25_000 as Ariary, currency: 'MGA' } as const;

  it('has the order’s amount, the payer, the ids of the attempt and the time by the wall clock', async () => {
    expect(await requestFor({}, { wall: () => 1_763_640_000_123 })).toEqual({
      correlationId: '8a1f6c0e-2f43-4c58-9d0a-6a2b6a1d9d11',
      reference: 'a1b2c3',
      amount: 25_000,
      description: 'Order ORDER-1',
      payer: '0343500003',
      language: 'FR',
      callbackUrl: 'http://companion.test/v1/callbacks/a-callback-secret-that-nobody-knows',
      originalTransactionReference: null,
      fc: null,
      amountFc: null,
      requestedAt: 1_763_640_000_123,
    });
  });

  it('has the description, the original transaction and the foreign amount that the shop signed', async () => {
    const signed = {
      ...claims,
      description: 'Two cups',
      originalTransactionReference: '636042511',
      foreignCurrency: 'EUR',
      foreignAmount: '5.05',
    };
    expect(await requestFor({ claims: signed })).toMatchObject({
      description: 'Two cups',
      originalTransactionReference: '636042511',
      fc: 'EUR',
      amountFc: '5.05',
    });
  });

  it.each([
    ['mg', 'FR', 'MG'],
    ['fr', 'MG', 'FR'],
    ['en', 'FR', 'FR'],
    ['en', 'MG', 'MG'],
  ] as const)('speaks to a shopper with the language %s, where the setting is %s, in %s', async (language, userLanguage, sent) => {
    expect(await requestFor({ language }, { userLanguage })).toMatchObject({ language: sent });
  });

  it('has no callback address where the companion has none', async () => {
    expect(await requestFor({}, { callbackBaseUrl: null })).toMatchObject({ callbackUrl: null });
  });

  it('has no callback address where the attempt has no secret', async () => {
    expect(await requestFor({}, {}, null)).toMatchObject({ callbackUrl: null });
  });
});

describe('before the request', () => {
  it('subscribers receive the attempt, and `sending` is durable with a lease from then on', async () => {
    const created = await open();
    world.clock.advance(4000);
    const seen: unknown[] = [];
    world.answers.initiate = async () => {
      seen.push(await world.read(created.id), [...world.steps]);
      return { kind: 'unknown', reason: 'no answer' };
    };
    await send(created);
    expect(world.published.map(({ status, version }) => [status, version])).toEqual([
      ['created', 1],
      ['sending', 2],
      ['unresolved', 3],
    ]);
    expect(seen).toMatchObject([
      {
        status: 'sending',
        sent_at: NOW + 5000,
        lease_until: NOW + 17_000,
        next_check_at: NOW + 17_000,
        lease_owner: world.companion.storage.owner,
      },
      ['attempt written', 'ready to send', 'sending written'],
    ]);
    expect(world.steps).toEqual(['attempt written', 'ready to send', 'sending written', 'answered', 'answer written']);
    expect((await world.events(created.id))[1]).toEqual([
      'sending',
      { correlationId: '8a1f6c0e-2f43-4c58-9d0a-6a2b6a1d9d11', reference: 'a1b2c3' },
    ]);
  });

  it('a renewed lease whose end the due time follows stays one that nobody asked to check', async () => {
    const created = await open();
    world.answers.initiate = async () => {
      const { next_check_at, lease_until } = await world.read(created.id);
      expect(next_check_at).toBe(lease_until);
      return { kind: 'unknown', reason: 'no answer' };
    };
    expect(await send(created)).toMatchObject({ status: 'unresolved' });
  });

  const isUnsent = { sent_at: null, lease_owner: null, lease_until: null, next_check_at: null, final_at: NOW + 1000, status: 'failed' };

  it('an attempt without a token fails with the token’s problem, and nothing is sent', async () => {
    world.answers.ready = async () => ({ ok: false, code: 'operator_busy', reason: '429 from the token endpoint', retryAfterMs: 1000 });
    world.answers.initiate = () => Promise.reject(new Error('it was sent'));
    const created = await open();
    expect(await send(created)).toMatchObject({ ...isUnsent, failure_code: 'operator_busy' });
    expect(await world.events(created.id)).toEqual([
      ['created', expect.anything()],
      ['not_sent', { code: 'operator_busy', reason: '429 from the token endpoint' }],
    ]);
    expect(await world.webhookTypes(created.id)).toEqual(['payment.failed']);
    expect(world.steps).toEqual(['attempt written']);
    expect(world.dueAsked).toEqual([]);
  });

  it.each([
    ['before the token', () => world.stop(), ['attempt written']],
    [
      'while it waits for the token',
      () => {
        world.answers.ready = async () => {
          world.stop();
          return { ok: true };
        };
      },
      ['attempt written', 'ready to send'],
    ],
  ] as const)(
    'an attempt that the companion’s stop meets %s fails, unsent, so that the shopper can try again at once',
    async (_when, prepare, steps) => {
      let tokens = 0;
      world.answers.ready = async () => {
        tokens += 1;
        return { ok: true };
      };
      world.answers.initiate = () => Promise.reject(new Error('it was sent'));
      const created = await open();
      prepare();
      expect(await send(created)).toMatchObject({ ...isUnsent, failure_code: 'not_sent' });
      expect((await world.events(created.id)).at(-1)).toEqual([
        'not_sent',
        { code: 'not_sent', reason: 'the companion stopped before it sent anything' },
      ]);
      expect(world.steps).toEqual(steps);
      expect(tokens).toBe(0);
    },
  );

  it('an attempt whose lease another process has is not sent, and is returned as that process left it', async () => {
    const created = await open();
    world.answers.initiate = () => Promise.reject(new Error('it was sent'));
    const taken = { status: 'unresolved', fence: created.fence + 1 } as const;
    await world.store.db.updateTable('payments').set(taken).where('id', '=', created.id).execute();
    for (const prepare of [
      () => undefined,
      () => {
        world.answers.ready = async () => ({ ok: false, code: 'operator_busy', reason: 'busy', retryAfterMs: null });
      },
      () => world.stop(),
    ]) {
      prepare();
      expect(await send(created)).toMatchObject({ status: 'unresolved' });
    }
    expect(await world.webhookTypes(created.id)).toEqual([]);
  });

  it.each([
    ['there is a token', (): void => undefined],
    [
      'there is no token',
      (): void => {
        world.answers.ready = async () => ({ ok: false, code: 'operator_busy', reason: 'busy', retryAfterMs: null });
      },
    ],
    ['the companion stops', (): void => world.stop()],
  ] as const)('an attempt whose lease another process has is left to that one, where %s', async (_what, prepare) => {
    const created = await open();
    world.answers.initiate = () => Promise.reject(new Error('it was sent'));
    await world.store.db
      .updateTable('payments')
      .set({ fence: created.fence + 1 })
      .where('id', '=', created.id)
      .execute();
    prepare();
    expect(await send(created)).toMatchObject({ status: 'created', version: 1 });
  });

  it('an attempt that another process takes while the companion begins to stop is returned as that process left it', async () => {
    const created = await open();
    const taken = { status: 'unresolved', fence: created.fence + 1 } as const;
    world.answers.ready = async () => {
      await world.store.db.updateTable('payments').set(taken).where('id', '=', created.id).execute();
      world.stop();
      return { ok: true };
    };
    expect(await send(created)).toMatchObject({ status: 'unresolved' });
  });

  it('an attempt whose payer’s number is erased is not sent', async () => {
    const created = await open();
    let sent = 0;
    world.answers.initiate = async () => {
      sent += 1;
      return { kind: 'unknown', reason: 'no answer' };
    };
    await world.store.db.updateTable('payments').set({ msisdn: null }).where('id', '=', created.id).execute();
    expect(await send(created)).toMatchObject({ status: 'sending' });
    expect(sent).toBe(0);
  });

  it('an attempt that cannot be written as sending fails with the reason, and the log has the error', async () => {
    const created = await open();
    world.answers.initiate = () => Promise.reject(new Error('it was sent'));
    const { changes } = world.companion;
    const failing: typeof changes = {
      ...changes,
      apply: (id, input) => (input.kind === 'sending' ? Promise.reject(new Error('disk full')) : changes.apply(id, input)),
    };
    expect(await send(created, { changes: failing })).toMatchObject({ ...isUnsent, failure_code: 'not_sent' });
    expect((await world.events(created.id)).at(-1)).toEqual([
      'not_sent',
      { code: 'not_sent', reason: 'the store failed before anything was sent' },
    ]);
    expect(world.lines).toContainEqual(
      expect.objectContaining({ level: 50, payment: created.id, err: expect.objectContaining({ message: 'disk full' }) }),
    );
  });

  it('an attempt that was written as sending, with the confirmation lost, fails as not sent', async () => {
    const created = await open();
    world.answers.initiate = () => Promise.reject(new Error('it was sent'));
    const { changes } = world.companion;
    const failing: typeof changes = {
      ...changes,
      async apply(id, input) {
        const applied = await changes.apply(id, input);
        if (input.kind === 'sending') throw new Error('connection lost');
        return applied;
      },
    };
    expect(await send(created, { changes: failing })).toMatchObject({ ...isUnsent, failure_code: 'not_sent' });
    expect(world.steps).toEqual(['attempt written', 'ready to send']);
  });

  it('an attempt has its first byte sent within the cool-down, counted from before `sending` is written, or not at all', async () => {
    const created = await open();
    const began = performance.now();
    let openBefore: number | undefined;
    world.answers.initiate = async (_initiation, maySend, before) => {
      await maySend?.(null);
      openBefore = before?.();
      return { kind: 'unknown', reason: 'no answer' };
    };
    const { changes } = world.companion;
    let writtenAt = 0;
    const timed: typeof changes = {
      ...changes,
      async apply(id, input) {
        if (input.kind === 'sending') writtenAt = performance.now();
        return changes.apply(id, input);
      },
    };
    await send(created, { changes: timed });
    expect(openBefore).toBeGreaterThanOrEqual(began + 90_000);
    expect(openBefore).toBeLessThanOrEqual(writtenAt + 90_000);
  });

  it.each([
    ['as long as its lease lasts', 12_000, false],
    ['almost as long as its lease lasts', 11_999, true],
    ['while the clock is set back by a millisecond', -1, false],
    ['no time', 0, true],
  ])('an attempt whose token takes %s may be sent: %s', async (_how, ms, isAllowed) => {
    const created = await open();
    let allowed: boolean | undefined;
    world.answers.initiate = async (_initiation, maySend) => {
      world.clock.advance(ms);
      allowed = await maySend?.(null);
      return { kind: 'unknown', reason: 'no answer' };
    };
    await send(created);
    expect(allowed).toBe(isAllowed);
  });
});

describe('the operator’s answer', () => {
  it.each([
    [
      'accepted, to be announced by a callback',
      { kind: 'accepted', serverCorrelationId: 'sc-7', notificationMethod: 'callback' },
      {
        status: 'pending',
        server_correlation_id: 'sc-7',
        correlation_source: 'initiation',
        notification_method: 'callback',
        next_check_at: NOW + 3000,
        sent_at: NOW + 1000,
        final_at: null,
        failure_code: null,
        failure_reason: null,
        failure_operator_time: null,
      },
      ['accepted', { serverCorrelationId: 'sc-7', notificationMethod: 'callback' }],
      [],
    ],
    [
      'accepted, without saying how it announces the result',
      { kind: 'accepted', serverCorrelationId: 'sc-7', notificationMethod: null },
      { status: 'pending', notification_method: null },
      ['accepted', { serverCorrelationId: 'sc-7', notificationMethod: null }],
      [],
    ],
    [
      'refused',
      REFUSED,
      {
        status: 'failed',
        server_correlation_id: null,
        next_check_at: null,
        sent_at: NOW + 1000,
        final_at: NOW + 1000,
        failure_code: 'insufficient_funds',
        failure_reason: '402 insufficientFunds',
        failure_operator_time: '2026-11-20T12:00:01',
      },
      ['refused', { code: 'insufficient_funds', reason: '402 insufficientFunds', errorDateTime: '2026-11-20T12:00:01' }],
      ['payment.failed'],
    ],
    [
      'never sent',
      { kind: 'not_sent', code: 'operator_unreachable', reason: 'never_sent: ECONNREFUSED' },
      {
        status: 'failed',
        next_check_at: null,
        sent_at: null,
        final_at: NOW + 1000,
        failure_code: 'operator_unreachable',
        failure_reason: null,
        failure_operator_time: null,
      },
      ['not_sent', { code: 'operator_unreachable', reason: 'never_sent: ECONNREFUSED' }],
      ['payment.failed'],
    ],
    [
      'unknown',
      { kind: 'unknown', reason: 'no_answer: timeout' },
      { status: 'unresolved', next_check_at: null, sent_at: NOW + 1000, final_at: null, failure_code: null, failure_reason: null },
      ['outcome_unknown', { reason: 'no_answer: timeout' }],
      ['payment.unresolved'],
    ],
  ] as const satisfies readonly (readonly [string, InitiationOutcome, object, readonly unknown[], readonly string[]])[])(
    'is written with its event and webhook, and the lease given back: %s',
    async (_what, outcome, row, event, webhooks) => {
      world.answers.initiate = async () => outcome;
      const created = await open();
      const answered = await send(created);
      expect(answered).toMatchObject({ ...row, lease_owner: null, lease_until: null });
      expect(await world.read(created.id)).toEqual(answered);
      expect((await world.events(created.id)).at(-1)).toEqual(event);
      expect(await world.webhookTypes(created.id)).toEqual(webhooks);
      expect(world.published.at(-1)).toEqual(answered);
      expect(world.dueAsked).toEqual([]);
    },
  );

  it.each([
    ['accepted', { kind: 'accepted', serverCorrelationId: 'sc-1', notificationMethod: null }, 'pending'],
    ['refused', REFUSED, 'unresolved'],
    ['never sent', { kind: 'not_sent', code: 'operator_unreachable', reason: 'refused' }, 'unresolved'],
    ['unknown', { kind: 'unknown', reason: 'reset' }, 'unresolved'],
  ] as const satisfies readonly (readonly [string, InitiationOutcome, string])[])(
    'makes a status check due at once where a callback has named a transaction: %s',
    async (_what, outcome, status) => {
      world.answers.initiate = async () => {
        await callback();
        return outcome;
      };
      const created = await open();
      expect(await send(created)).toMatchObject({ status, next_check_at: NOW + 1000 });
      expect(world.dueAsked).toEqual([created.id]);
    },
  );

  it('leaves a refused payment unresolved, with no check due, where a callback has named no transaction', async () => {
    world.answers.initiate = async () => {
      await callback('');
      return REFUSED;
    };
    expect(await send(await open())).toMatchObject({ status: 'unresolved', next_check_at: null });
  });

  it.each(['pending', 'completed', 'failed'] as const)('changes nothing where the payment is %s by now', async (status) => {
    const created = await open();
    for (const outcome of [
      { kind: 'accepted', serverCorrelationId: 'sc-1', notificationMethod: null },
      REFUSED,
      { kind: 'unknown', reason: 'reset' },
    ] as const) {
      await world.store.db
        .updateTable('payments')
        .set({ status: 'created', server_correlation_id: null })
        .where('id', '=', created.id)
        .execute();
      world.answers.initiate = async () => {
        await world.store.db.updateTable('payments').set({ status }).where('id', '=', created.id).execute();
        return outcome;
      };
      expect(await send(created)).toMatchObject({ status, server_correlation_id: null });
    }
    expect(await world.webhookTypes(created.id)).toEqual([]);
  });

  it.each([
    ['accepted', { kind: 'accepted', serverCorrelationId: 'sc-9', notificationMethod: null }, 'pending'],
    ['refused', REFUSED, 'failed'],
    ['never sent', { kind: 'not_sent', code: 'operator_unreachable', reason: 'refused' }, 'failed'],
  ] as const satisfies readonly (readonly [string, InitiationOutcome, string])[])(
    'counts although the payment became unresolved, and another process has its lease, meanwhile: %s',
    async (_what, outcome, status) => {
      const created = await open();
      world.answers.initiate = async () => {
        const taken = { status: 'unresolved', fence: created.fence + 1 } as const;
        await world.store.db.updateTable('payments').set(taken).where('id', '=', created.id).execute();
        return outcome;
      };
      expect(await send(created)).toMatchObject({ status });
    },
  );

  it('with the serverCorrelationId of another payment does not say which one was accepted: the payment is unresolved', async () => {
    await world.seed({ server_correlation_id: 'sc-1', order_reference: orderOf('ORDER-2') });
    const created = await open();
    expect(await send(created)).toMatchObject({ status: 'unresolved', server_correlation_id: null });
    expect((await world.events(created.id)).at(-1)).toEqual([
      'outcome_unknown',
      { reason: 'the serverCorrelationId belongs to another payment' },
    ]);
    expect(await world.webhookTypes(created.id)).toEqual(['payment.unresolved']);
  });

  describe('that cannot be written', () => {
    /** The store whose transactions fail in this way, the first ones after the answer. */
    function failing(error: Error, times: number): { readonly store: Store; readonly failed: () => number } {
      let isAnswered = false;
      let failed = 0;
      const { answers } = world;
      const { initiate } = answers;
      answers.initiate = async (...given) => {
        const outcome = await initiate(...given);
        isAnswered = true;
        return outcome;
      };
      const transact: Store['transact'] = (work) => {
        if (!isAnswered || failed >= times) return world.store.transact(work);
        failed += 1;
        return Promise.reject(error);
      };
      return { store: { ...world.store, transact }, failed: () => failed };
    }

    function companionOn(store: Store): TestCompanion {
      const { log, stopping, stopped, checkIfDue } = world.companion;
      return { ...withStore(world.companion, store), log, stopping, stopped, checkIfDue };
    }

    it.each([
      ['the disk is full', new Error('disk full'), { kind: 'accepted', serverCorrelationId: 'sc-1', notificationMethod: null }, 'pending'],
      ['the database is gone, and the operator had refused', new Error('gone'), REFUSED, 'failed'],
    ] as const)('is written later: %s', async (_why, error, outcome, status) => {
      world.answers.initiate = async () => outcome;
      const { store, failed } = failing(error, 2);
      const created = await open();
      expect(await send(created, companionOn(store))).toMatchObject({ status });
      expect(failed()).toBe(2);
      expect(world.lines.filter(({ level }) => level === 50)).toMatchObject([
        { payment: created.id, err: { message: error.message } },
        { payment: created.id, err: { message: error.message } },
      ]);
      expect(world.steps).toEqual(['attempt written', 'ready to send', 'sending written', 'answered', 'answer written']);
    });

    it('is unknown if the database refuses a value of it, as it would each time', async () => {
      const refused = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
      world.answers.initiate = async () => REFUSED;
      const { store } = failing(refused, 1);
      const created = await open();
      expect(await send(created, companionOn(store))).toMatchObject({ status: 'unresolved' });
      expect((await world.events(created.id)).at(-1)).toEqual(['outcome_unknown', { reason: 'the operator’s answer could not be stored' }]);
    });

    it('is given up once the companion can wait no longer: the row stays `sending`, and its lease lapses', async () => {
      world.answers.initiate = async () => {
        world.end();
        return REFUSED;
      };
      const { store, failed } = failing(new Error('disk full'), Number.POSITIVE_INFINITY);
      const created = await open();
      await expect(send(created, companionOn(store))).rejects.toThrow('disk full');
      expect(failed()).toBe(1);
      expect(await world.read(created.id)).toMatchObject({ status: 'sending' });
    });

    it('is given up at once when the companion ends during the pause between two writes', async () => {
      const { store, failed } = failing(new Error('disk full'), Number.POSITIVE_INFINITY);
      const created = await open();
      const sent = send(created, companionOn(store));
      const ended = expect(sent).rejects.toThrow('aborted');
      await vi.waitFor(() => expect(failed()).toBe(1));
      world.end();
      await ended;
      expect(failed()).toBe(1);
      expect(await world.read(created.id)).toMatchObject({ status: 'sending' });
    });
  });
});

describe('a refused request that the client may repeat', () => {
  it('is confirmed with the time of the repetition and a new lease', async () => {
    const created = await open();
    let isAllowed: boolean | undefined;
    let confirmed: StoredPayment | undefined;
    world.answers.initiate = async (_initiation, mayRepeat) => {
      world.clock.advance(5000);
      isAllowed = await mayRepeat?.('401');
      confirmed = await world.read(created.id);
      return { kind: 'accepted', serverCorrelationId: 'sc-1', notificationMethod: null };
    };
    expect(await send(created)).toMatchObject({ status: 'pending' });
    expect(isAllowed).toBe(true);
    expect(confirmed).toMatchObject({ status: 'sending', sent_at: NOW + 6000, lease_until: NOW + 18_000, next_check_at: NOW + 18_000 });
    expect((await world.events(created.id))[2]).toEqual([
      'sending',
      { correlationId: '8a1f6c0e-2f43-4c58-9d0a-6a2b6a1d9d11', reference: 'a1b2c3', after: '401' },
    ]);
  });

  /** Whether the client may repeat after `meanwhile`, which happens while the refused request is under way. */
  async function mayRepeatAfter(
    meanwhile: (created: StoredPayment) => unknown,
    options: Partial<TestCompanion> = {},
  ): Promise<boolean | undefined> {
    const created = await open();
    let isAllowed: boolean | undefined;
    world.answers.initiate = async (_initiation, mayRepeat) => {
      await meanwhile(created);
      isAllowed = await mayRepeat?.('4002');
      return { ...REFUSED, isPassing: true };
    };
    await send(created, options);
    return isAllowed;
  }

  it('is not repeated by a process that has lost its lease', async () => {
    expect(
      await mayRepeatAfter(({ id, fence }) =>
        world.store.db
          .updateTable('payments')
          .set({ fence: fence + 1 })
          .where('id', '=', id)
          .execute(),
      ),
    ).toBe(false);
  });

  it('is not repeated once the payment is unresolved', async () => {
    expect(
      await mayRepeatAfter(({ id }) => world.store.db.updateTable('payments').set({ status: 'unresolved' }).where('id', '=', id).execute()),
    ).toBe(false);
  });

  it('is not repeated once another payment is the current one of its order', async () => {
    expect(
      await mayRepeatAfter(({ id }) => world.store.db.updateTable('payments').set({ superseded: 1 }).where('id', '=', id).execute()),
    ).toBe(false);
  });

  it('is not repeated where the confirmation cannot be written, and the log says so', async () => {
    const { changes } = world.companion;
    const failing: typeof changes = {
      ...changes,
      apply: (id, input) =>
        input.kind === 'sending' && 'after' in input && input.after !== null
          ? Promise.reject(new Error('the database is gone'))
          : changes.apply(id, input),
    };
    expect(await mayRepeatAfter(() => undefined, { changes: failing })).toBe(false);
    expect(world.lines).toContainEqual(
      expect.objectContaining({ level: 50, after: '4002', err: expect.objectContaining({ message: 'the database is gone' }) }),
    );
  });

  it.each([
    ['a callback comes', () => callback()],
    ['the companion begins to stop', () => world.stop()],
  ] as const)('is not repeated if, before it is confirmed, %s', async (_what, meanwhile) => {
    const { changes } = world.companion;
    const late: typeof changes = {
      ...changes,
      async apply(id, input) {
        if (input.kind === 'sending') await meanwhile();
        return changes.apply(id, input);
      },
    };
    expect(await mayRepeatAfter(() => undefined, { changes: late })).toBe(false);
  });

  it.each([
    ['refused', { ...REFUSED, isPassing: true, reason: 'refused again' }],
    ['never sent', { kind: 'not_sent', code: 'operator_unreachable', reason: 'refused again' }],
  ] as const satisfies readonly (readonly [string, InitiationOutcome])[])(
    'leaves the payment unresolved where a callback came and the repetition was %s: only one of the two can be true',
    async (_what, outcome) => {
      const created = await open();
      world.answers.initiate = async (_initiation, mayRepeat) => {
        await mayRepeat?.('401');
        await callback();
        return outcome;
      };
      expect(await send(created)).toMatchObject({ status: 'unresolved', next_check_at: NOW + 1000 });
      expect((await world.events(created.id)).at(-1)).toEqual([
        'outcome_unknown',
        { reason: 'a callback came, and the operator had refused the request: refused again' },
      ]);
    },
  );

  it.each([
    ['accepted', { kind: 'accepted', serverCorrelationId: 'sc-1', notificationMethod: null }, ['accepted', expect.anything()]],
    ['unknown for its own reason', { kind: 'unknown', reason: 'reset' }, ['outcome_unknown', { reason: 'reset' }]],
  ] as const satisfies readonly (readonly [string, InitiationOutcome, unknown])[])(
    'stays %s where a callback came too',
    async (_what, outcome, event) => {
      const created = await open();
      world.answers.initiate = async (_initiation, mayRepeat) => {
        await mayRepeat?.('401');
        await callback('');
        return outcome;
      };
      await send(created);
      expect((await world.events(created.id)).at(-1)).toEqual(event);
    },
  );

  it('that was sent once, and called back about, is unresolved: the operator’s status decides', async () => {
    const created = await open();
    world.answers.initiate = async () => {
      await callback();
      return REFUSED;
    };
    expect(await send(created)).toMatchObject({ status: 'unresolved', failure_code: null, next_check_at: NOW + 1000 });
  });

  it('that was asked for, was not sent the first time where the companion begins to stop', async () => {
    const created = await open();
    const allowed: (boolean | undefined)[] = [];
    world.answers.initiate = async (_initiation, maySend) => {
      allowed.push(await maySend?.(null));
      world.stop();
      allowed.push(await maySend?.(null));
      return { kind: 'not_sent', code: 'not_sent', reason: 'the companion stops' };
    };
    expect(await send(created)).toMatchObject({ status: 'failed', failure_code: 'not_sent', sent_at: null });
    expect(allowed).toEqual([true, false]);
  });

  it('may be repeated after more time than a lease lasts, while no other process has taken the payment', async () => {
    const created = await open();
    let isAllowed: boolean | undefined;
    world.answers.initiate = async (_initiation, mayRepeat) => {
      world.clock.advance(20_000);
      isAllowed = await mayRepeat?.('4002');
      return { kind: 'accepted', serverCorrelationId: 'sc-1', notificationMethod: null };
    };
    await send(created);
    expect(isAllowed).toBe(true);
  });
});
