import { type OperatorStub, reply, startOperatorStub } from '@tsena/testkit/operatorStub';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OperatorFixture, operatorAt, testClock } from '../../test/support/operatorFixture.ts';
import { memoryTokenStore } from './tokenCache.ts';

const MINUTE = 60_000;

let stub: OperatorStub;
let operator: OperatorFixture;
beforeEach(async () => {
  stub = await startOperatorStub();
  operator = operatorAt(stub.baseUrl);
});
afterEach(async () => {
  operator.close();
  await stub.close();
});

test('the operator client uses a token of 3600 seconds for 59 minutes, then renews it', async () => {
  await operator.ready();
  operator.clock.advance(59 * MINUTE - 1);
  await operator.ready();
  expect(stub.tokenRequests).toHaveLength(1);
  operator.clock.advance(1);
  await operator.ready();
  expect(stub.tokenRequests).toHaveLength(2);
});

test('the operator client renews a token of 100 seconds when a tenth of its lifetime is left', async () => {
  stub.tokens(reply(200, { access_token: 'short', token_type: 'Bearer', expires_in: 100 }));
  await operator.ready();
  operator.clock.advance(89_999);
  await operator.ready();
  expect(stub.tokenRequests).toHaveLength(1);
  operator.clock.advance(1);
  await operator.ready();
  expect(stub.tokenRequests).toHaveLength(2);
});

test('the operator client uses a token until it expires if the early renewal fails', async () => {
  await operator.ready();
  stub.tokens(reply(500));
  operator.clock.advance(59.5 * MINUTE);
  expect(await operator.ready()).toEqual({ ok: true });
  operator.clock.advance(0.5 * MINUTE);
  expect(await operator.ready()).toMatchObject({ ok: false, code: 'operator_unreachable' });
});

test('the operator client renews its token any number of times', async () => {
  for (let renewal = 1; renewal <= 10; renewal += 1) {
    expect(await operator.ready()).toEqual({ ok: true });
    expect(stub.tokenRequests).toHaveLength(renewal);
    operator.clock.advance(60 * MINUTE);
  }
});

test('a token that instances share ends by the clock that they share', async () => {
  const clock = testClock();
  const sharing = operatorAt(stub.baseUrl, { sharedToken: { store: memoryTokenStore(), clock } });
  await sharing.ready();
  sharing.clock.advance(60 * MINUTE);
  await sharing.ready();
  expect(stub.tokenRequests).toHaveLength(1);
  clock.advance(60 * MINUTE);
  await sharing.ready();
  expect(stub.tokenRequests).toHaveLength(2);
  sharing.close();
});
