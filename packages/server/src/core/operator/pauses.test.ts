import { deferred } from '@tsena/testkit/deferred';
import { reply, reset } from '@tsena/testkit/operatorStub';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type OperatorFixture, testInitiation } from '../../../test/support/operatorFixture.ts';
import {
  ACCEPTED,
  DETAILS,
  noSuchTransaction,
  operator,
  PENDING,
  stub,
  useOperatorStub,
} from '../../../test/support/operatorStub.ts';

useOperatorStub();

describe('a 429 pauses the operator client', () => {
  test.each([
    ['Retry-After in seconds', reply(429, '', { 'retry-after': '7' }), 7_000],
    ['nothing', reply(429), 5_000],
  ])('for the time in its answer: %s', async (_name, answer, ms) => {
    const client = operator();
    await client.ready();
    await client.ready();
    expect(client.isReady()).toBe(true);
    stub.payments(answer);
    expect(await client.status('a-1')).toMatchObject({ kind: 'unavailable', retryAfterMs: ms });
    client.clock.advance(ms - 1);
    expect(await client.status('a-1')).toEqual({ kind: 'unavailable', reason: 'paused after a 429', retryAfterMs: 1 });
    expect(await client.details('1')).toMatchObject({ kind: 'unavailable', retryAfterMs: 1 });
    expect(await client.hasToken()).toMatchObject({ ok: false, code: 'operator_busy', retryAfterMs: 1 });
    expect([client.isReady(), client.turnInMs(0)]).toEqual([false, 1]);
    expect(stub.paymentRequests).toHaveLength(1);

    client.clock.advance(1);
    stub.payments(PENDING);
    expect(await client.hasToken()).toEqual({ ok: true });
    expect(client.turnInMs(0)).toBe(0);
    expect(await client.status('a-1')).toMatchObject({ kind: 'state' });
  });

  test('alone: a 503 with Retry-After does not', async () => {
    const client = operator();
    stub.payments(reply(503, '', { 'retry-after': '7' }), PENDING);
    expect(await client.status('a-1')).toMatchObject({ kind: 'unavailable', retryAfterMs: 7000 });
    expect(await client.ready()).toEqual({ ok: true });
    expect(await client.status('a-1')).toMatchObject({ kind: 'state' });
  });

  test('so that a passing refusal of an initiation is repeated after it', async () => {
    const client = operator();
    const posted = deferred<() => void>();
    const passing = reply(400, {
      errorCategory: 'validation',
      errorCode: 'genericError',
      errorParameters: { mmErrorCode: '4002' },
    });
    stub.payments(
      (answer, request) => posted.resolve(() => passing(answer, request)),
      reply(429, '', { 'retry-after': '2' }),
      ACCEPTED,
    );
    const initiated = client.initiate(testInitiation());
    const answerInitiation = await posted.promise;
    await client.status('a-1');
    const pausedAt = client.clock.now();
    answerInitiation();
    expect(await initiated).toMatchObject({ kind: 'accepted' });
    expect(client.clock.now()).toBe(pausedAt + 2000);
  });
});

test('a 429 pauses the repetition of an initiation that was answered 401 meanwhile, and refuses nothing', async () => {
  const client = operator();
  stub.payments((answer, request) => {
    stub.payments(reply(429, '', { 'retry-after': '1' }));
    void client.status('a-1').then(() => {
      stub.payments(ACCEPTED);
      reply(401)(answer, request);
    });
  });
  expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'accepted' });
});

/** How often each initiation asked whether it may be sent, and after what. */
function askedBy(client: OperatorFixture) {
  const asked: (string | null)[] = [];
  return { asked, initiate: () => client.initiate(testInitiation(), async (after) => asked.push(after) > 0) };
}

describe('an initiation', () => {
  const busy = (seconds: string) => reply(429, '', { 'retry-after': seconds });

  test('that is answered 429 is sent once more after a short pause, if it may still be sent', async () => {
    const client = operator();
    const { asked, initiate } = askedBy(client);
    await client.ready();
    stub.payments(busy('3'), ACCEPTED);
    const began = client.clock.now();
    expect(await initiate()).toMatchObject({ kind: 'accepted' });
    expect(client.clock.now()).toBe(began + 3000);
    expect(asked).toEqual([null, '429']);
    const [first, second] = stub.paymentRequests;
    expect(second).toEqual(first);
  });

  test('that is answered 429 twice is refused', async () => {
    stub.payments(busy('1'));
    expect(await operator().initiate(testInitiation())).toMatchObject({ kind: 'refused', code: 'operator_busy' });
    expect(stub.paymentRequests).toHaveLength(2);
  });

  test('that may not be sent again is refused', async () => {
    stub.payments(busy('1'), ACCEPTED);
    const outcome = await operator().initiate(testInitiation(), async (after) => after === null);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'operator_busy' });
    expect(stub.paymentRequests).toHaveLength(1);
  });

  test('whose second request gets no answer has an unknown outcome', async () => {
    stub.payments(busy('1'), reset);
    expect((await operator().initiate(testInitiation())).kind).toBe('unknown');
  });

  test('that is answered 429 with a long pause is refused at once', async () => {
    const client = operator();
    stub.payments(busy('30'));
    const began = client.clock.now();
    expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'refused', code: 'operator_busy' });
    expect(client.clock.now()).toBe(began);
    expect(client.turnInMs(0)).toBe(30_000);
  });

  test('whose turn came before a pause waits for its end, and asks once more whether it may be sent', async () => {
    const client = operator();
    const { asked, initiate } = askedBy(client);
    await client.ready();
    stub.payments(busy('2'), ACCEPTED);
    await client.status('a-1');
    expect(await initiate()).toMatchObject({ kind: 'accepted' });
    expect(asked).toEqual(['429']);
  });

  test('is not sent if its turn came before a long pause', async () => {
    const client = operator();
    await client.ready();
    stub.payments(busy('30'));
    await client.status('a-1');
    expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'not_sent', code: 'operator_busy' });
    expect(await client.ready()).toMatchObject({ ok: false, code: 'operator_busy' });
    expect(stub.paymentRequests).toHaveLength(1);
  });

  test('of another client is not stopped: each process has its own pause', async () => {
    const client = operator();
    stub.payments(busy('30'), ACCEPTED);
    await client.status('a-1');
    expect(await operator().initiate(testInitiation())).toMatchObject({ kind: 'accepted' });
  });

  test('after a 401 is not sent again while the operator limits requests', async () => {
    const client = operator();
    stub.payments((answer, request) => {
      // Meanwhile another request is answered 429.
      stub.payments(busy('30'));
      void client.status('a-1').then(() => {
        stub.payments(ACCEPTED);
        reply(401)(answer, request);
      });
    });
    expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'refused', code: 'operator_busy' });
    expect(stub.paymentRequests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });
});

describe('lookups', () => {
  test('pause after five failures in a row, and one tests the operator after ten seconds', async () => {
    const client = operator();
    stub.payments(reply(503));
    for (let round = 0; round < 5; round += 1) await client.status('a-1');
    expect(await client.status('a-1')).toEqual({
      kind: 'unavailable',
      reason: 'paused after failures in a row',
      retryAfterMs: 10_000,
    });
    expect(await client.details('1')).toMatchObject({ kind: 'unavailable' });
    expect(stub.paymentRequests).toHaveLength(5);

    client.clock.advance(10_000);
    await Promise.all(Array.from({ length: 10 }, () => client.status('a-1')));
    expect(stub.paymentRequests).toHaveLength(6);
    expect(await client.status('a-1')).toMatchObject({ retryAfterMs: 10_000 });

    client.clock.advance(10_000);
    stub.payments(PENDING);
    expect(await client.status('a-1')).toMatchObject({ kind: 'state' });
    expect(await client.status('a-1')).toMatchObject({ kind: 'state' });
  });

  test('do not pause for a 404, and do not stop initiations while they pause', async () => {
    const client = operator();
    stub.payments(reply(404));
    for (let round = 0; round < 7; round += 1) await client.status('a-1');
    expect(stub.paymentRequests).toHaveLength(7);
    stub.payments(reply(500));
    for (let round = 0; round < 7; round += 1) await client.status('a-1');
    expect(stub.paymentRequests).toHaveLength(12);
    stub.payments(ACCEPTED);
    expect(await client.ready()).toEqual({ ok: true });
    expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'accepted' });
  });

  test('run at most eight at once; others wait, and are refused if the queue is full', async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    stub.payments((answer, request) => {
      waiting.push(() => PENDING(answer, request));
      most = Math.max(most, waiting.length);
    });
    const client = operator({ limits: { waiting: 10 } });
    const all = Promise.all(Array.from({ length: 20 }, () => client.status('a-1')));
    for (let answered = 0; answered < 18; answered += 1) {
      await expect.poll(() => waiting.length).toBe(Math.min(8, 18 - answered));
      waiting.shift()?.();
    }
    const outcomes = await all;
    expect(most).toBe(8);
    expect(outcomes.filter(({ kind }) => kind === 'state')).toHaveLength(18);
    expect(outcomes.filter(({ kind }) => kind === 'unavailable')).toHaveLength(2);
  });
});

describe('the operator client reports each pause with its cause and length:', () => {
  const readDetails = (lookups: Pick<OperatorFixture, 'details'>) => lookups.details('1');

  test.each([
    ['lookups', (client: OperatorFixture) => readDetails(client)],
    ['merchant', (client: OperatorFixture) => readDetails(client.merchant)],
    ['strangers', (client: OperatorFixture) => client.strangers.run('pay_1', readDetails)],
  ] as const)('five failures in a row of %s, which stop no others', async (cause, lookUp) => {
    const onPause = vi.fn();
    stub.payments(reply(503));
    const client = operator({ onPause });
    for (let round = 0; round < 7; round += 1) await lookUp(client);
    expect(onPause.mock.calls).toEqual([[{ cause, ms: 10_000 }]]);
    expect(stub.paymentRequests).toHaveLength(5);
    stub.payments(DETAILS);
    const others = {
      lookups: () => readDetails(client),
      merchant: () => readDetails(client.merchant),
      strangers: () => client.strangers.run('pay_1', readDetails),
    };
    for (const [name, read] of Object.entries(others)) {
      if (name !== cause) expect(await read()).toMatchObject({ kind: 'details' });
    }
  });
});

describe('without a token, the operator client', () => {
  test('does not count a 429 as a failure: it waits only as long as the operator asks', async () => {
    const onPause = vi.fn();
    stub.tokens(reply(429, '', { 'retry-after': '1' }));
    const client = operator({ onPause });
    for (let round = 0; round < 7; round += 1) {
      for (let caller = 0; caller < 2; caller += 1) {
        expect(await client.hasToken()).toMatchObject({ code: 'operator_busy', retryAfterMs: 1000 });
      }
      client.clock.advance(1000);
    }
    expect(stub.tokenRequests).toHaveLength(7);
    expect(onPause.mock.calls).toEqual(Array(7).fill([{ cause: 'throttled', ms: 1000 }]));
  });

  test('waits out one short pause of the token endpoint, and no second one', async () => {
    stub.tokens(reply(429, '', { 'retry-after': '1' }));
    const client = operator();
    expect(await client.ready()).toMatchObject({ ok: false, code: 'operator_busy' });
    expect(stub.tokenRequests).toHaveLength(2);
  });

  test.each([
    ['502', reply(502)],
    ['408', reply(408)],
    ['garbage', reply(200, {})],
    ['a reset', reset],
  ] as const)('asks once more for it after %s', async (_what, answer) => {
    stub.tokens(answer, reply(200, { access_token: 'token-2', expires_in: 3600 }));
    expect(await operator().ready()).toEqual({ ok: true });
    expect(stub.tokenRequests).toHaveLength(2);
  });

  test('asks once more for it after 2.5 s without an answer', async () => {
    const limits: (number | undefined)[] = [];
    const client = operator({
      http: {
        send: async ({ timeoutMs }) => {
          limits.push(timeoutMs);
          return { kind: 'no_answer', reason: 'no answer' };
        },
        close: () => undefined,
      },
    });
    expect(await client.ready()).toMatchObject({ ok: false, code: 'not_sent' });
    expect(limits).toEqual([2500, undefined]);
  });

  test.each([
    [reply(400, { error: 'invalid_scope', error_description: 'x' }), 'operator_credentials'],
    [reply(401, { error: 'invalid_client', error_description: 'x' }), 'operator_credentials'],
    [reply(403), 'operator_credentials'],
    [reply(429, '', { 'retry-after': '7' }), 'operator_busy'],
    [reply(500), 'not_sent'],
    [reply(200, {}), 'not_sent'],
    [reset, 'not_sent'],
  ] as const)('returns not_sent for the token answer %#', async (answer, code) => {
    stub.tokens(answer);
    const client = operator();
    expect(await client.ready()).toMatchObject({ ok: false, code });
    expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'not_sent', code });
    expect((await client.status('a-1')).kind).toBe('unavailable');
    expect(stub.paymentRequests).toEqual([]);
  });

  test('requests no token for ten seconds after five refusals in a row', async () => {
    stub.tokens(reply(401, { error: 'invalid_client' }));
    const client = operator();
    for (let round = 0; round < 7; round += 1)
      expect(await client.ready()).toMatchObject({ ok: false, code: 'operator_credentials' });
    expect(stub.tokenRequests).toHaveLength(5);
    expect(await client.ready()).toMatchObject({ retryAfterMs: 10_000 });
    client.clock.advance(9_999);
    expect(await client.ready()).toMatchObject({ code: 'operator_credentials', retryAfterMs: 1 });
    client.clock.advance(1);
    stub.tokens(reply(200, { access_token: 'right-again' }));
    expect(await client.ready()).toEqual({ ok: true });
  });
});

const ask = (client: OperatorFixture, payment: string) =>
  client.strangers.run(payment, (lookups) => lookups.details('636042511'));

describe('lookups that strangers cause', () => {
  beforeEach(() => stub.payments(noSuchTransaction));

  test('are limited for all payments together: 100 in a burst, then twenty a second', async () => {
    const client = operator();
    for (let payment = 0; payment < 110; payment += 1) await ask(client, `pay_${payment}`);
    expect(stub.paymentRequests).toHaveLength(100);
    expect(await ask(client, 'pay_50')).toEqual({
      kind: 'unavailable',
      reason: 'too many lookups in a short time',
      retryAfterMs: 50,
    });
    client.clock.advance(500);
    for (let payment = 0; payment < 20; payment += 1) await ask(client, `pay_${payment}`);
    expect(stub.paymentRequests).toHaveLength(110);
  });

  test('count each lookup of one reference: in another spelling it is another lookup', async () => {
    const client = operator();
    for (let payment = 0; payment < 99; payment += 1) await ask(client, `pay_${payment}`);
    const answers = await client.strangers.run('pay_99', async ({ details }) => [
      await details('tx-1001'),
      await details('TX1001'),
    ]);
    expect(answers).toMatchObject([
      { kind: 'absent' },
      { kind: 'unavailable', reason: 'too many lookups in a short time' },
    ]);
    expect(stub.paymentRequests).toHaveLength(100);
  });

  test('run at most eight at once, without a queue', async () => {
    const held: (() => void)[] = [];
    stub.payments((answer, request) => void held.push(() => reply(404)(answer, request)));
    const client = operator();
    const asked = Array.from({ length: 14 }, (_, payment) => ask(client, `pay_${payment}`));
    const refused = await Promise.all(asked.slice(8));
    expect(refused).toEqual(
      Array(6).fill({ kind: 'unavailable', reason: 'too many lookups are running', retryAfterMs: 1_000 }),
    );
    await expect.poll(() => held.length).toBe(8);
    for (const release of held) release();
    await Promise.all(asked);
    expect(stub.paymentRequests).toHaveLength(8);
  });

  test('run one at a time for each payment', async () => {
    const client = operator();
    const [first, second] = await Promise.all([ask(client, 'pay_1'), ask(client, 'pay_1')]);
    expect(first).toMatchObject({ kind: 'absent' });
    expect(second).toMatchObject({ kind: 'unavailable', retryAfterMs: 1_000 });
    expect(await ask(client, 'pay_1')).toMatchObject({ kind: 'absent' });
  });
});
