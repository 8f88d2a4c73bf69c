import { reply, reset } from '@tsena/testkit/operatorStub';
import { describe, expect, test, vi } from 'vitest';
import { testInitiation } from '../../../test/support/operatorFixture.ts';
import { operator, stub, useOperatorStub } from '../../../test/support/operatorStub.ts';

useOperatorStub();

describe('without a token, the operator client', () => {
  test('does not count a 429 as a failure: it waits only as long as the operator asks', async () => {
    const onPause = vi.fn();
    stub.tokens(reply(429, '', { 'retry-after': '1' }));
    const client = operator({ onPause });
    for (let round = 0; round < 7; round += 1) {
      for (let caller = 0; caller < 2; caller += 1) {
        expect(await client.ready()).toMatchObject({ code: 'operator_busy', retryAfterMs: 1000 });
      }
      client.clock.advance(1000);
    }
    expect(stub.tokenRequests).toHaveLength(7);
    expect(onPause.mock.calls).toEqual(Array(7).fill([{ cause: 'throttled', ms: 1000 }]));
  });

  test.each([
    [reply(400, { error: 'invalid_scope', error_description: 'x' }), 'operator_credentials'],
    [reply(401, { error: 'invalid_client', error_description: 'x' }), 'operator_credentials'],
    [reply(403), 'operator_credentials'],
    [reply(429, '', { 'retry-after': '7' }), 'operator_busy'],
    [reply(500), 'operator_unreachable'],
    [reply(200, {}), 'operator_unreachable'],
    [reset, 'operator_unreachable'],
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
    for (let round = 0; round < 7; round += 1) expect(await client.ready()).toMatchObject({ ok: false, code: 'operator_credentials' });
    expect(stub.tokenRequests).toHaveLength(5);
    expect(await client.ready()).toMatchObject({ retryAfterMs: 10_000 });
    client.clock.advance(9_999);
    expect(await client.ready()).toMatchObject({ code: 'operator_credentials', retryAfterMs: 1 });
    client.clock.advance(1);
    stub.tokens(reply(200, { access_token: 'right-again' }));
    expect(await client.ready()).toEqual({ ok: true });
  });
});
