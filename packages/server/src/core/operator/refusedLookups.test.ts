import { reply } from '@tsena/testkit/operatorStub';
import { expect, test } from 'vitest';
import { testInitiation } from '../../../test/support/operatorFixture.ts';
import { ACCEPTED, operator, PENDING, stub, useOperatorStub } from '../../../test/support/operatorStub.ts';

useOperatorStub();

const refusalLines = (lines: readonly string[]) =>
  lines.filter((line) => line.includes('the operator refuses lookups'));

test('12 status checks that are refused with 401 fetch two further tokens, and leave one line in the log', async () => {
  stub.payments(reply(401));
  const client = operator();
  for (let check = 0; check < 12; check += 1) {
    await Promise.all([client.status('a-1'), client.status('a-2')]);
    client.clock.advance(2500);
  }
  // One at first, one after the first 401, and one more each time the pause of 10 s, 20 s, … is over.
  expect(stub.tokenRequests).toHaveLength(3);
  expect(refusalLines(client.lines)).toHaveLength(1);
});

test('the pause between renewals grows to ten minutes', async () => {
  stub.payments(reply(401));
  const client = operator();
  const renewedAt: number[] = [];
  const began = client.clock.now();
  for (let second = 0; second < 2000; second += 5) {
    const before = stub.tokenRequests.length;
    await client.status('a-1');
    if (stub.tokenRequests.length > before) renewedAt.push((client.clock.now() - began) / 1000);
    client.clock.advance(5000);
  }
  expect(renewedAt).toEqual([0, 10, 30, 70, 150, 310, 630, 1230, 1830]);
});

test('a lookup that is answered ends the pause: the next 401 renews the token at once', async () => {
  stub.payments(reply(401), reply(401), PENDING, reply(401), PENDING);
  const client = operator();
  await client.status('a-1');
  expect(await client.status('a-1')).toMatchObject({ kind: 'state' });
  expect(await client.status('a-1')).toMatchObject({ kind: 'state' });
  expect(stub.tokenRequests).toHaveLength(3);
});

test('status checks that are refused keep neither details nor initiations from renewing the token', async () => {
  const client = operator();
  stub.payments(reply(401));
  await client.status('a-1');
  stub.payments(reply(401), ACCEPTED);
  expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'accepted' });
  expect(stub.tokenRequests).toHaveLength(3);
});

test.each([301, 308, 401, 403])(
  'a lookup that is refused with %i leaves one line in the log, and one when it is answered again',
  async (status) => {
    stub.payments(reply(status));
    const client = operator();
    for (let check = 0; check < 4; check += 1) await client.status('a-1');
    expect(refusalLines(client.lines)).toEqual([
      expect.stringMatching(new RegExp(`"level":40,.*"lookup":"status","reason":"${status}`)),
    ]);
    stub.payments(reply(503), PENDING, reply(status));
    for (let check = 0; check < 3; check += 1) await client.status('a-1');
    expect(client.lines.filter((line) => line.includes('answers lookups again'))).toHaveLength(1);
    expect(refusalLines(client.lines)).toHaveLength(2);
  },
);
