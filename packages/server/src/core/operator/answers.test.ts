import https from 'node:https';
import net from 'node:net';
import { cutOff, hang, reply, reset, type StubAnswer, startOperatorStub } from '@tsena/testkit/operatorStub';
import { selfSigned } from '@tsena/testkit/selfSigned';
import { listen } from '@tsena/testkit/serve';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type OperatorFixture, testInitiation } from '../../../test/support/operatorFixture.ts';
import { operator, stub, useOperatorStub } from '../../../test/support/operatorStub.ts';
import type { InitiationOutcome } from '../rules/operatorAnswers.ts';

useOperatorStub();
// Only the limit of a request stands still: no test waits for it, and none depends on how long anything takes.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const at = (OPERATOR_BASE_URL: string) => operator({}, { OPERATOR_BASE_URL });

const TIMEOUT_MS = 30_000;
/** The time limit ends when the operator has the request, and has sent what it sends. */
const thenTimeEnds = (answer: StubAnswer): StubAnswer => {
  return (...request) => {
    answer(...request);
    vi.advanceTimersByTime(TIMEOUT_MS);
  };
};

const readOutcome = (outcome: InitiationOutcome) =>
  outcome.kind === 'refused' || outcome.kind === 'not_sent' ? outcome.code : outcome.kind;

/** The outcomes of one initiation and one lookup of each kind for an answer, and the number of POSTs. */
async function readOutcomes(answer: StubAnswer) {
  stub.payments(answer);
  const before = stub.paymentRequests.length;
  const initiated = readOutcome(await operator().initiate(testInitiation()));
  const posts = stub.paymentRequests.length - before;
  const status = (await operator().status('a-1')).kind;
  const details = (await operator().details('636042511')).kind;
  return { initiated, posts, status, details };
}

describe('an initiation without a usable answer is unknown and is not sent again', () => {
  const redirect: StubAnswer = (answer) => {
    answer.writeHead(307, { location: `${stub.baseUrl}/elsewhere` });
    answer.end();
  };
  const half: StubAnswer = (answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' });
    answer.write('{"serverCorrelationId":"a-1",');
  };
  const cases: Readonly<Record<string, StubAnswer>> = {
    '200 with garbage': reply(200, 'OK'),
    '200 with 300 kB': reply(200, {
      serverCorrelationId: 'a-1',
      status: 'pending',
      amount: '1',
      padding: 'x'.repeat(300_000),
    }),
    'a cut-off body': cutOff,
    'a reset after the request': reset,
    'no answer within the time limit': thenTimeEnds(hang),
    'half an answer within the time limit': thenTimeEnds(half),
    'a redirect': redirect,
  };
  test.each(Object.entries(cases))('%s', async (_name, answer) => {
    expect(await readOutcomes(answer)).toEqual({
      initiated: 'unknown',
      posts: 1,
      status: 'unavailable',
      details: 'unavailable',
    });
    expect(stub.requests.some(({ path }) => path === '/elsewhere')).toBe(false);
  });
});

describe('an initiation that was never sent has the outcome not_sent', () => {
  /** A client that has a token, and whose operator then closes its port. */
  async function startThenClose(): Promise<OperatorFixture> {
    const gone = await startOperatorStub();
    const fixture = at(gone.baseUrl);
    expect(await fixture.ready()).toEqual({ ok: true });
    await gone.close();
    return fixture;
  }

  test.each<readonly [string, () => Promise<OperatorFixture>, RegExp]>([
    ['a refused connection', startThenClose, /^never_sent: ECONNREFUSED/],
    ['a host name without an address', async () => at('https://nowhere.invalid'), /^never_sent: (ENOTFOUND|EAI_AGAIN)/],
  ])('%s', async (_what, start, reason) => {
    const fixture = await start();
    expect(await fixture.initiate(testInitiation())).toEqual({
      kind: 'not_sent',
      code: 'operator_unreachable',
      reason: expect.stringMatching(reason),
    });
    expect(fixture.observed.at(-1)).toMatchObject({ outcome: 'never_sent' });
  });

  test('an untrusted certificate: the server receives no byte of HTTP', async () => {
    let asked = 0;
    const server = https.createServer(selfSigned(), (_request, answer) => {
      asked += 1;
      answer.end();
    });
    const port = await listen(server);
    const outcome = await at(`https://localhost:${port}`).initiate(testInitiation());
    expect(outcome).toMatchObject({
      kind: 'not_sent',
      code: 'operator_unreachable',
      reason: expect.stringMatching(/^never_sent: .*SELF_SIGNED/),
    });
    expect(asked).toBe(0);
    server.close();
  });

  test('a TLS handshake that does not end within the time limit', async () => {
    const sockets: net.Socket[] = [];
    const server = net.createServer((socket) => {
      sockets.push(socket);
      vi.advanceTimersByTime(TIMEOUT_MS);
    });
    const port = await listen(server);
    expect(await at(`https://localhost:${port}`).ready()).toMatchObject({
      ok: false,
      reason: 'never_sent: no answer within 30000 ms',
    });
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});
