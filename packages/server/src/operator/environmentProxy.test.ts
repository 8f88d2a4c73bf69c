import { type OperatorStub, reply, startOperatorStub } from '@tsena/testkit/operatorStub';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operatorAt, testInitiation } from '../../test/support/operatorFixture.ts';

let stub: OperatorStub;
let proxy: OperatorStub;
beforeEach(async () => {
  stub = await startOperatorStub();
  proxy = await startOperatorStub();
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']) vi.stubEnv(name, proxy.baseUrl);
  for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await stub.close();
  await proxy.close();
});

test('the operator client ignores the environment’s proxies, which would hide whether a request was sent', async () => {
  const operator = operatorAt(stub.baseUrl);
  stub.payments(reply(202, { status: 'pending', serverCorrelationId: 'a-1', notificationMethod: 'polling' }));
  expect(await operator.initiate(testInitiation())).toEqual({
    kind: 'accepted',
    serverCorrelationId: 'a-1',
    notificationMethod: 'polling',
  });
  await operator.status('a-1');
  await operator.details('636042511');
  operator.close();
  expect(stub.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'GET']);
  expect(proxy.requests).toEqual([]);
});
