import { type OperatorStub, reply, startOperatorStub } from '@tsena/testkit/operatorStub';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OperatorFixture, operatorAt } from '../../test/support/operatorFixture.ts';

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

test('a token of 3600 seconds serves for 59 minutes, and is renewed in the last one', async () => {
  await operator.ready();
  operator.clock.advance(59 * MINUTE - 1);
  await operator.ready();
  expect(stub.tokenRequests).toHaveLength(1);
  operator.clock.advance(1);
  await operator.ready();
  expect(stub.tokenRequests).toHaveLength(2);
});

test('a token of 100 seconds is renewed when a tenth of its life is left', async () => {
  stub.tokens(reply(200, { access_token: 'short', token_type: 'Bearer', expires_in: 100 }));
  await operator.ready();
  operator.clock.advance(89_999);
  await operator.ready();
  expect(stub.tokenRequests).toHaveLength(1);
  operator.clock.advance(1);
  await operator.ready();
  expect(stub.tokenRequests).toHaveLength(2);
});

test('a token that could not be renewed early serves until it expires, and no longer', async () => {
  await operator.ready();
  stub.tokens(reply(500));
  operator.clock.advance(59.5 * MINUTE);
  expect(await operator.ready()).toEqual({ ok: true });
  operator.clock.advance(0.5 * MINUTE);
  expect(await operator.ready()).toMatchObject({ ok: false, code: 'operator_unreachable' });
});
