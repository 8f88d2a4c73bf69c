import { type OperatorStub, reply, startOperatorStub } from '@tsena/testkit/operatorStub';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OperatorFixture, operatorAt } from '../../test/support/operatorFixture.ts';

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

test.each(['completed', 'failed', 'pending'])('the operator client ignores the status %s of another payment', async (status) => {
  stub.payments(reply(200, { status, serverCorrelationId: 'another', notificationMethod: 'polling', objectReference: '636042511' }));
  expect(await operator.status('ours')).toEqual({
    kind: 'unavailable',
    reason: '200 about another payment',
    retryAfterMs: null,
    isUnreadable: true,
  });
});

test.each([
  ['in other letter case', 'OURS'],
  ['left out', ''],
])('the operator client accepts a status whose serverCorrelationId is %s', async (_how, serverCorrelationId) => {
  stub.payments(reply(200, { status: 'completed', serverCorrelationId, notificationMethod: 'polling', objectReference: '636042511' }));
  expect(await operator.status('ours')).toEqual({
    kind: 'state',
    state: 'completed',
    operatorStatus: 'completed',
    objectReference: '636042511',
  });
});
