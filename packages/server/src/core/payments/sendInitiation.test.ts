import type { Ariary } from '@tsena/shared';
import { beforeEach, describe, expect, it } from 'vitest';
import { REFUSED } from '../../../test/support/paymentState.ts';
import { attempt, opened, type TestAttempt } from '../../../test/support/storages.ts';
import { openStubbedPayments, orderOf } from '../../../test/support/stubbedPayments.ts';
import { COOLDOWN_MS, MERCHANT, type TestCompanion } from '../../../test/support/testCompanion.ts';
import { useForEach } from '../../../test/support/use.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { Initiation } from '../operator/client.ts';
import type { MerchantSettings } from './initiateOptions.ts';
import { receiveCallback } from './receiveCallback.ts';
import { sendInitiation } from './sendInitiation.ts';

const SECRET = 'a-callback-secret-that-nobody-knows';
const NOW = Date.parse('2026-11-20T12:00:00Z');

const world = useForEach(openStubbedPayments);

/** An attempt that was opened a second ago, as `initiate` opens it. */
async function open(change: Partial<TestAttempt> = {}): Promise<StoredPayment> {
  const ids = { correlationId: '8a1f6c0e-2f43-4c58-9d0a-6a2b6a1d9d11', reference: 'a1b2c3', callbackSecret: SECRET };
  const payment = await opened(world.companion.storage, {
    ...attempt('ORDER-1', { language: 'fr', ...ids }),
    ...change,
  });
  world.clock.advance(1000);
  return payment;
}

/** A callback that came for the attempt. */
function callback(serverCorrelationId = 'sc-1'): Promise<unknown> {
  return receiveCallback(world.companion.storage, SECRET, { serverCorrelationId, status: 'completed' });
}

/** Sends an attempt, with these parts of the companion replaced, and the operator's answer. */
async function send(created: StoredPayment, options: Partial<TestCompanion> = {}): Promise<StoredPayment> {
  return sendInitiation({ ...world.companion, ...options }, MERCHANT, created, SECRET, null);
}

/** The changes of the companion, with work before and after `sending` is written; `repeated`: for the second time. */
function around(trx: {
  readonly before?: () => unknown;
  readonly after?: (repeated: boolean) => unknown;
}): TestCompanion['changes'] {
  const { changes } = world.companion;
  return {
    ...changes,
    async apply(id, input) {
      if (input.kind === 'sending') await trx.before?.();
      const applied = await changes.apply(id, input);
      if (input.kind === 'sending') await trx.after?.('after' in input && input.after !== null);
      return applied;
    },
  };
}

describe('the request to the operator', () => {
  /** The initiation that the operator receives for an attempt. */
  async function requestFor(
    change: Partial<TestAttempt>,
    options: Partial<TestCompanion & MerchantSettings> = {},
    callbackSecret: string | null = SECRET,
  ): Promise<Initiation> {
    const received: Initiation[] = [];
    world.answers.initiate = async (initiation) => {
      received.push(initiation);
      return { kind: 'unknown', reason: 'no answer' };
    };
    const merchant = { ...MERCHANT, ...options };
    await sendInitiation({ ...world.companion, ...options }, merchant, await open(change), callbackSecret, null);
    const [initiation, ...more] = received;
    if (initiation === undefined || more.length > 0) throw new Error(`${received.length} requests`);
    return initiation;
  }

  const claims = { sub: orderOf('ORDER-1'), amount: 25_000 as Ariary, currency: 'MGA' } as const;

  it('has the amount, the payer, the ids of the attempt and the wall clock’s time', async () => {
    expect(await requestFor({}, { wall: () => 1_763_640_000_123 })).toEqual({
      correlationId: '8a1f6c0e-2f43-4c58-9d0a-6a2b6a1d9d11',
      reference: 'a1b2c3',
      amount: 25_000,
      description: 'Order ORDER-1',
      payer: '0343500003',
      partnerName: 'Tsena',
      language: 'FR',
      callbackUrl: 'http://companion.test/v1/callbacks/a-callback-secret-that-nobody-knows',
      originalTransactionReference: null,
      fc: null,
      amountFc: null,
      requestedAt: 1_763_640_000_123,
    });
  });

  it('has the description, original transaction and foreign amount of the shop', async () => {
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
  ] as const)(
    'speaks to a shopper with the language %s and the setting %s in %s',
    async (language, userLanguage, sent) => {
      expect(await requestFor({ language }, { userLanguage })).toMatchObject({ language: sent });
    },
  );

  it.each([
    ['the companion', { callbackBaseUrl: null }, SECRET],
    ['the attempt', {}, null],
  ])('has no callback address if %s has none', async (_who, options, secret) => {
    expect(await requestFor({}, options, secret)).toMatchObject({ callbackUrl: null });
  });
});

it('an attempt is durable as `sending` before its request, and each step published', async () => {
  const created = await open();
  world.clock.advance(4000);
  const seen: unknown[] = [];
  world.answers.initiate = async () => {
    seen.push(await world.read(created.id));
    return { kind: 'unknown', reason: 'no answer' };
  };
  await send(created);
  expect(seen).toMatchObject([
    { status: 'sending', sent_at: NOW + 5000, lease_until: NOW + 17_000, next_check_at: NOW + 17_000 },
  ]);
  expect(world.published.map(({ status }) => status)).toEqual(['created', 'sending', 'unresolved']);
});

describe('an attempt is not sent', () => {
  let created: StoredPayment;
  beforeEach(async () => {
    created = await open();
    world.answers.initiate = () => Promise.reject(new Error('it was sent'));
  });

  const noToken = () => {
    world.answers.ready = async () => ({
      ok: false,
      code: 'operator_busy',
      reason: '429 from the token endpoint',
      retryAfterMs: 1000,
    });
  };
  const stopMeanwhile = () => {
    world.answers.ready = async () => {
      world.stop();
      return { ok: true };
    };
  };
  const STOPPED = 'the companion stopped before it sent anything';

  it.each<readonly [string, () => void, string, string]>([
    ['there is no token', noToken, 'operator_busy', '429 from the token endpoint'],
    ['the companion stops before it asks for a token', () => world.stop(), 'not_sent', STOPPED],
    ['the companion stops while it waits for a token', stopMeanwhile, 'not_sent', STOPPED],
  ])('and fails if %s: the shopper can try again at once', async (_what, prepare, code, reason) => {
    prepare();
    expect(await send(created)).toMatchObject({
      status: 'failed',
      failure_code: code,
      sent_at: null,
      lease_owner: null,
      next_check_at: null,
    });
    expect((await world.events(created.id)).at(-1)).toEqual(['not_sent', { code, reason }]);
    expect(await world.webhookTypes(created.id)).toEqual(['payment.failed']);
  });

  it('if its payer’s number is erased', async () => {
    await world.store.db.updateTable('payments').set({ msisdn: null }).where('id', '=', created.id).execute();
    expect(await send(created)).toMatchObject({ status: 'sending' });
  });

  it.each(['before', 'after'] as const)(
    'and fails if the database fails %s it wrote `sending`; the log has the error',
    async (when) => {
      const fail = () => {
        throw new Error('disk full');
      };
      const failing = when === 'before' ? around({ before: fail }) : around({ after: fail });
      expect(await send(created, { changes: failing })).toMatchObject({
        status: 'failed',
        failure_code: 'not_sent',
        sent_at: null,
      });
      const reason = 'the store failed before anything was sent';
      expect((await world.events(created.id)).at(-1)).toEqual(['not_sent', { code: 'not_sent', reason }]);
      expect(world.lines).toContainEqual(
        expect.objectContaining({
          level: 50,
          payment: created.id,
          err: expect.objectContaining({ message: 'disk full' }),
        }),
      );
    },
  );

  it('after the cool-down, counted from before `sending` is written', async () => {
    const began = performance.now();
    let openBefore: number | undefined;
    world.answers.initiate = async (_initiation, maySend, before) => {
      await maySend?.(null);
      openBefore = before?.();
      return { kind: 'unknown', reason: 'no answer' };
    };
    let writtenAt = 0;
    const changes = around({
      before() {
        writtenAt = performance.now();
      },
    });
    await send(created, { changes });
    expect(openBefore).toBeGreaterThanOrEqual(began + COOLDOWN_MS);
    expect(openBefore).toBeLessThanOrEqual(writtenAt + COOLDOWN_MS);
  });
});

// Simulated seed 7022: the next payment of the order was sent at the same moment, and the payer had two prompts.
it.each([
  ['as long as its lease lasts', 12_000, false],
  ['almost as long as its lease lasts', 11_999, true],
  ['while the clock is set back', -1, false],
])('an attempt whose process pauses before its request, %s: may be sent: %s', async (_how, ms, isAllowed) => {
  expect(await isAllowedAfter(() => world.clock.advance(ms))).toBe(isAllowed);
});

// With PostgreSQL, the storage's clock goes on with the monotonic one, which stands still.
it('an attempt whose machine sleeps before its request, as long as its lease lasts, may not be sent', async () => {
  let wall = NOW;
  const sleep = () => {
    wall += 12_000;
  };
  expect(await isAllowedAfter(sleep, { wall: () => wall })).toBe(false);
});

async function isAllowedAfter(pause: () => void, more: Parameters<typeof send>[1] = {}): Promise<boolean | undefined> {
  const created = await open();
  let allowed: boolean | undefined;
  world.answers.initiate = async (_initiation, maySend) => {
    pause();
    allowed = await maySend?.(null);
    return { kind: 'unknown', reason: 'no answer' };
  };
  await send(created, more);
  return allowed;
}

describe('the operator’s answer', () => {
  it('is written, published and returned, and no check follows at once', async () => {
    world.answers.initiate = async () => REFUSED;
    const created = await open();
    const answered = await send(created);
    expect(answered).toMatchObject({ status: 'failed', failure_code: 'insufficient_funds', sent_at: NOW + 1000 });
    expect(await world.read(created.id)).toEqual(answered);
    expect(world.published.at(-1)).toEqual(answered);
    expect(await world.webhookTypes(created.id)).toEqual(['payment.failed']);
    expect(world.dueAsked).toEqual([]);
  });

  it('is checked at once if a callback has come meanwhile', async () => {
    world.answers.initiate = async () => {
      await callback();
      return REFUSED;
    };
    const created = await open();
    expect(await send(created)).toMatchObject({ status: 'unresolved', next_check_at: NOW + 1000 });
    expect(world.dueAsked).toEqual([created.id]);
  });

  describe('that cannot be written', () => {
    /** The changes of the companion, of which those by the operator's answer fail in this way at first. */
    function failing(
      error: Error,
      times: number,
    ): { readonly changes: TestCompanion['changes']; readonly failed: () => number } {
      let failed = 0;
      const { changes } = world.companion;
      const apply: typeof changes.apply = (id, input) => {
        if (input.kind !== 'answer' || failed >= times) return changes.apply(id, input);
        failed += 1;
        return Promise.reject(error);
      };
      return { changes: { ...changes, apply }, failed: () => failed };
    }

    it('is written later, however often the database fails', async () => {
      world.answers.initiate = async () => REFUSED;
      const { changes, failed } = failing(new Error('disk full'), 2);
      const created = await open();
      expect(await send(created, { changes })).toMatchObject({ status: 'failed' });
      expect(failed()).toBe(2);
      const line = { payment: created.id, err: { message: 'disk full' } };
      expect(world.lines.filter(({ level }) => level === 50)).toMatchObject([line, line]);
    });

    it('is unknown if the database refuses a value of it, as it would each time', async () => {
      const refused = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
      world.answers.initiate = async () => REFUSED;
      const { changes } = failing(refused, 1);
      const created = await open();
      expect(await send(created, { changes })).toMatchObject({ status: 'unresolved' });
      expect((await world.events(created.id)).at(-1)).toEqual([
        'outcome_unknown',
        { reason: 'the operator’s answer could not be stored' },
      ]);
    });

    it('leaves a line in the log if a failover has lost the payment', async () => {
      const created = await open();
      world.answers.initiate = async () => {
        await world.store.db.deleteFrom('events').execute();
        await world.store.db.deleteFrom('payments').execute();
        return { kind: 'accepted', serverCorrelationId: 'sc-9', notificationMethod: null };
      };
      await send(created);
      expect(world.lines.find(({ level }) => level === 50)).toMatchObject({
        payment: created.id,
        order: created.order_reference,
        correlationId: created.correlation_id,
        answer: { serverCorrelationId: 'sc-9' },
      });
    });

    it('is given up once the companion can wait no longer: the row stays `sending`', async () => {
      world.answers.initiate = async () => {
        world.end();
        return REFUSED;
      };
      const { changes, failed } = failing(new Error('disk full'), Number.POSITIVE_INFINITY);
      const created = await open();
      await expect(send(created, { changes })).rejects.toThrow('disk full');
      expect(failed()).toBe(1);
      expect(await world.read(created.id)).toMatchObject({ status: 'sending' });
    });
  });
});

describe('a refused request that the client may repeat', () => {
  it.each<readonly [string, () => unknown]>([
    ['cannot be written', () => Promise.reject(new Error('the database is gone'))],
    ['takes as long as the lease lasts', () => world.clock.advance(12_000)],
    ['takes until the companion begins to stop', () => world.stop()],
  ])('is not repeated if the confirmation %s', async (_what, confirming) => {
    let isAllowed: boolean | undefined;
    world.answers.initiate = async (_initiation, mayRepeat) => {
      isAllowed = await mayRepeat?.('4002');
      return { ...REFUSED, isPassing: true };
    };
    const changes = around({ after: (repeated) => (repeated ? confirming() : undefined) });
    expect(await send(await open(), { changes })).toMatchObject({ status: 'failed' });
    expect(isAllowed).toBe(false);
  });
});
