import { reply } from '@tsena/testkit/operatorStub';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OperatorFixture } from '../../../test/support/operatorFixture.ts';
import { noSuchTransaction, operator, stub, useOperatorStub } from '../../../test/support/operatorStub.ts';

useOperatorStub();
beforeEach(async () => {
  stub.payments(noSuchTransaction);
});

const ask = (client: OperatorFixture, payment: string) => client.submitted.run(payment, (lookups) => lookups.details('636042511'));

describe('lookups of submitted references', () => {
  test('are limited for all payments together: 20 in a burst, then two a second', async () => {
    const client = operator();
    for (let payment = 0; payment < 50; payment += 1) await ask(client, `pay_${payment}`);
    expect(stub.paymentRequests).toHaveLength(20);
    expect(await ask(client, 'pay_50')).toEqual({ kind: 'unavailable', reason: 'too many lookups in a short time', retryAfterMs: 500 });
    client.clock.advance(10_000);
    for (let payment = 0; payment < 100; payment += 1) await ask(client, `pay_${payment}`);
    expect(stub.paymentRequests).toHaveLength(40);
  });

  test('run at most four at once, without a queue', async () => {
    const held: (() => void)[] = [];
    stub.payments((answer, request) => void held.push(() => reply(404)(answer, request)));
    const client = operator();
    const asked = Array.from({ length: 10 }, (_, payment) => ask(client, `pay_${payment}`));
    const refused = await Promise.all(asked.slice(4));
    expect(refused).toEqual(Array(6).fill({ kind: 'unavailable', reason: 'too many lookups are running', retryAfterMs: 1_000 }));
    await expect.poll(() => held.length).toBe(4);
    for (const release of held) release();
    await Promise.all(asked);
    expect(stub.paymentRequests).toHaveLength(4);
  });

  test('run one at a time for each payment', async () => {
    const client = operator();
    const [first, second] = await Promise.all([ask(client, 'pay_1'), ask(client, 'pay_1')]);
    expect(first).toMatchObject({ kind: 'absent' });
    expect(second).toMatchObject({ kind: 'unavailable', retryAfterMs: 1_000 });
    expect(await ask(client, 'pay_1')).toMatchObject({ kind: 'absent' });
  });
});

describe('lookups that callbacks name', () => {
  const name = (client: OperatorFixture, payment: string) => client.named.run(payment, (lookups) => lookups.details('636042511'));

  test('are limited for all payments together: 100 in a burst, then twenty a second', async () => {
    const client = operator();
    for (let payment = 0; payment < 110; payment += 1) await name(client, `pay_${payment}`);
    expect(stub.paymentRequests).toHaveLength(100);
    client.clock.advance(500);
    for (let payment = 0; payment < 20; payment += 1) await name(client, `pay_${payment}`);
    expect(stub.paymentRequests).toHaveLength(110);
  });
});
