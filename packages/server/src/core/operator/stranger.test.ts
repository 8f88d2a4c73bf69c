import { reply } from '@tsena/testkit/operatorStub';
import { expect, test } from 'vitest';
import { testInitiation } from '../../../test/support/operatorFixture.ts';
import { ACCEPTED, operator, stub, useOperatorStub } from '../../../test/support/operatorStub.ts';

useOperatorStub();
const busy = (seconds: string) => reply(429, '', { 'retry-after': seconds });

test('L1: an initiation answered 401 while another one is answered 429 for a second waits it out', async () => {
  const client = operator();
  stub.payments((answer, request) => {
    stub.payments(busy('1'));
    void client.status('a-1').then(() => {
      stub.payments(ACCEPTED);
      reply(401)(answer, request);
    });
  });
  expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'accepted' });
});

test('L2: 429 with Retry-After 8: longer than the five seconds of a press', async () => {
  const client = operator();
  await client.ready();
  stub.payments(busy('8'), ACCEPTED);
  const began = client.clock.now();
  const outcome = await client.initiate(testInitiation());
  console.log('L2', outcome.kind, client.clock.now() - began, stub.paymentRequests.length);
});

test('L3: a token request answered 429 for a second within a 401 renewal: payment', async () => {
  const client = operator();
  await client.ready();
  stub.tokens(busy('1'));
  stub.payments(reply(401), ACCEPTED);
  const outcome = await client.initiate(testInitiation());
  console.log('L3', outcome, stub.paymentRequests.length);
});

test('A401: a 401 that names a serverCorrelationId is not followed by a second request', async () => {
  const client = operator();
  stub.payments(reply(401, { status: 'pending', serverCorrelationId: 'sc-401', notificationMethod: 'callback' }), ACCEPTED);
  const outcome = await client.initiate(testInitiation());
  console.log('A401', outcome, stub.paymentRequests.length);
  expect(stub.paymentRequests).toHaveLength(1);
  expect(outcome).toMatchObject({ kind: 'accepted', serverCorrelationId: 'sc-401' });
});
