import { reply, reset, type StubAnswer } from '@tsena/testkit/operatorStub';
import { describe, expect, test } from 'vitest';
import { type OperatorFixture, testInitiation } from '../../../test/support/operatorFixture.ts';
import { ACCEPTED, DETAILS, operator, PENDING, stub, useOperatorStub } from '../../../test/support/operatorStub.ts';

useOperatorStub();

const unauthorized = reply(401, {
  fault: { code: 900901, message: 'Invalid Credentials', description: 'Check the access token' },
});

/** Accepts only the newest token, like a service that revokes earlier tokens. */
function onlyNewest(answer: StubAnswer): StubAnswer {
  return (response, request) => {
    const newest = `Bearer token-${stub.tokenRequests.length}`;
    (request.headers.Authorization === newest ? answer : unauthorized)(response, request);
  };
}

describe('a 401', () => {
  test('is a refusal if the request cannot be sent again, because the first one was sent', async () => {
    const client = operator();
    await client.ready();
    stub.payments(unauthorized);
    stub.tokens((answer, request) => {
      // The operator closes its port before the request comes with the new token.
      answer.once('finish', () => void stub.close());
      reply(200, { access_token: 'token-2', scope: 'EXT_INT_SVC_SCOPE', token_type: 'Bearer', expires_in: 3600 })(
        answer,
        request,
      );
    });
    const refusal = { kind: 'refused', code: 'operator_busy', reason: expect.stringMatching(/^never_sent: ECONN/) };
    expect(await client.initiate(testInitiation())).toMatchObject(refusal);
    expect(stub.paymentRequests).toHaveLength(1);
  });

  test('that names a serverCorrelationId is an acceptance: no second request follows', async () => {
    const client = operator();
    stub.payments(
      reply(401, { status: 'pending', serverCorrelationId: 'sc-401', notificationMethod: 'callback' }),
      ACCEPTED,
    );
    expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'accepted', serverCorrelationId: 'sc-401' });
    expect(stub.paymentRequests).toHaveLength(1);
  });

  const operations = {
    initiate: {
      call: (client: OperatorFixture) => client.initiate(testInitiation()),
      good: ACCEPTED,
      kind: 'accepted',
      refusal: 'refused',
    },
    status: {
      call: (client: OperatorFixture) => client.status('a-1'),
      good: PENDING,
      kind: 'state',
      refusal: 'unavailable',
    },
    details: {
      call: (client: OperatorFixture) => client.details('1'),
      good: DETAILS,
      kind: 'details',
      refusal: 'unavailable',
    },
  };

  describe.each(Object.entries(operations))('to %s', (_name, { call, good, kind, refusal }) => {
    test('renews the token once and repeats the request once', async () => {
      stub.payments(unauthorized, good);
      expect(await call(operator())).toMatchObject({ kind });
      expect(stub.paymentRequests.map(({ headers }) => headers.Authorization)).toEqual([
        'Bearer token-1',
        'Bearer token-2',
      ]);
      expect(new Set(stub.paymentRequests.map(({ headers }) => headers['X-CorrelationID'])).size).toBe(1);
    });

    test('is a refusal if it comes twice in a row', async () => {
      stub.payments(unauthorized);
      expect(await call(operator())).toMatchObject({ kind: refusal });
      expect(stub.paymentRequests).toHaveLength(2);
      expect(stub.tokenRequests).toHaveLength(2);
    });

    test('is a refusal with the reason if there is no new token', async () => {
      stub.tokens(reply(200, { access_token: 'token-1', expires_in: 3600 }), reply(503));
      stub.payments(unauthorized);
      const outcome = await call(operator());
      expect(outcome).toMatchObject({ kind: refusal, reason: '503 without a body' });
      if (outcome.kind === 'refused') expect(outcome.code).toBe('operator_busy');
      expect(stub.paymentRequests).toHaveLength(1);
    });
  });

  test('does not stop two clients that revoke each other’s tokens', async () => {
    stub.payments(onlyNewest(PENDING));
    const [one, other] = [operator(), operator()];
    for (let round = 0; round < 5; round += 1) {
      expect(await one.status('a-1')).toMatchObject({ kind: 'state' });
      expect(await other.status('a-1')).toMatchObject({ kind: 'state' });
    }
    stub.payments(onlyNewest(ACCEPTED));
    expect(await one.initiate(testInitiation())).toMatchObject({ kind: 'accepted' });
    expect(await other.initiate(testInitiation())).toMatchObject({ kind: 'accepted' });
  });
});

test('a 401 is a refusal if the new token came too late', async () => {
  stub.payments(unauthorized, ACCEPTED);
  const reason = 'the token was renewed too late to send the request again';
  const outcome = await operator().initiate(testInitiation(), async (after) => after !== '401');
  expect(outcome).toMatchObject({ kind: 'refused', code: 'operator_busy', reason, isPassing: false });
  expect(stub.paymentRequests).toHaveLength(1);
});

describe('mmErrorCode 4002 to an initiation', () => {
  const passing = reply(400, {
    errorCategory: 'validation',
    errorCode: 'genericError',
    errorDescription: 'Error in getting user language',
    errorDateTime: '2026-11-20T12:00:00',
    errorParameters: [{ key: 'mmErrorCode', value: '4002' }],
  });
  const refused = {
    kind: 'refused',
    code: 'payment_failed',
    reason: '400 genericError 4002 Error in getting user language',
  };

  test('is repeated once, with the same token, correlation id and body', async () => {
    stub.payments(passing, ACCEPTED);
    const asked: (string | null)[] = [];
    const maySend = async (after: string | null) => asked.push(after) > 0;
    expect(await operator().initiate(testInitiation(), maySend)).toMatchObject({ kind: 'accepted' });
    const [first, second, ...others] = stub.paymentRequests;
    expect(others).toEqual([]);
    expect(second).toEqual(first);
    expect(first?.headers['X-CorrelationID']).toBe(testInitiation().correlationId);
    expect(asked).toEqual([null, '4002']);
  });

  test('is a refusal if it comes twice in a row', async () => {
    stub.payments(passing);
    expect(await operator().initiate(testInitiation())).toMatchObject({
      ...refused,
      errorDateTime: '2026-11-20T12:00:00',
    });
    expect(stub.paymentRequests).toHaveLength(2);
  });

  test('is a refusal if the request may not be sent again', async () => {
    stub.payments(passing, ACCEPTED);
    expect(await operator().initiate(testInitiation(), async (after) => after === null)).toMatchObject(refused);
    expect(stub.paymentRequests).toHaveLength(1);
  });

  test('leaves the outcome unknown if the second request gets no answer', async () => {
    stub.payments(passing, reset);
    expect((await operator().initiate(testInitiation())).kind).toBe('unknown');
    expect(stub.paymentRequests).toHaveLength(2);
  });

  test('is repeated after a 401, and a 401 after it: each further request is asked for', async () => {
    const asked: (string | null)[] = [];
    const maySend = async (after: string | null) => asked.push(after) > 0;
    stub.payments(unauthorized, passing, unauthorized, ACCEPTED);
    expect(await operator().initiate(testInitiation(), maySend)).toMatchObject({ kind: 'accepted' });
    expect(asked).toEqual([null, '401', '4002', '401']);
    expect(stub.paymentRequests).toHaveLength(4);
  });
});
