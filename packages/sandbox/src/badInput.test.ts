import { readOperatorError } from '@tsena/shared/operator';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from './createSandbox.ts';
import { BASIC, Client, PAYMENTS } from './testing/client.ts';
import { sendRaw } from './testing/raw.ts';

describe.each(['spec', 'live'] as const)('bad input, %s dialect', (dialect) => {
  let sandbox: Sandbox;
  let client: Client;

  beforeAll(async () => {
    sandbox = await createSandbox({ dialect });
    client = new Client(sandbox);
    await client.token();
  });
  afterAll(async () => {
    expect(sandbox.audit()).toEqual([]);
    await sandbox.close();
  });

  const refused = (answer: { status: number; body: Record<string, unknown> }) => {
    expect([400, 401, 404]).toContain(answer.status);
    expect(readOperatorError(answer.body)).toBeDefined();
  };

  it.each([
    ['nothing', ''],
    ['no JSON', '{"amount":'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a string', '"x"'],
    ['a number', '1e999'],
    ['too deep', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['too large', `{"descriptionText":"${'x'.repeat(70_000)}"}`],
    ['a prototype', '{"__proto__":{"amount":"100"}}'],
    ['bytes', '\u0000\uffff'],
  ])('an initiation with %s', async (_name, raw) => refused(await client.initiate({ raw })));

  it('an initiation in an unknown encoding or charset', async () => {
    refused(await client.initiate({ headers: { 'Content-Encoding': 'nonsense' } }));
    refused(await client.initiate({ headers: { 'Content-Encoding': 'gzip' } }));
    refused(await client.initiate({ headers: { 'Content-Type': 'application/json; charset=nonsense' } }));
  });

  it('an initiation with anything in any field', async () => {
    const fields = Object.keys(client.body());
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), fc.jsonValue(), async (field, value) => {
        const answer = await client.initiate({ body: { [field]: value } });
        if (answer.status >= 300) refused(answer);
      }),
      { numRuns: 80 },
    );
  });
  it('an initiation with anything as its body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (raw) => refused(await client.initiate({ raw }))),
      { numRuns: 30 },
    );
  });
  it('anything in a path', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webPath(), fc.constantFrom('GET', 'POST', 'PUT'), async (path, method) => {
        const answer = await client.request(`${PAYMENTS}${path}`, { method, headers: client.headers() });
        if (answer.status >= 300) refused(answer);
      }),
      { numRuns: 60 },
    );
    for (const path of [
      '/%',
      '/%zz',
      `${PAYMENTS}/%E0%A4%A`,
      `${PAYMENTS}/status/%00`,
      `${PAYMENTS}/__proto__`,
      `${PAYMENTS}/${'9'.repeat(5000)}`,
    ]) {
      const answer = await client.get(path);
      if (answer.status >= 300) refused(answer);
    }
  });
  it('anything in a token request', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.base64String(), async (form, credentials) => {
        const Authorization = credentials.length % 2 === 0 ? BASIC : `Basic ${credentials}`;
        const answer = await client.askToken({ Authorization }, form);
        expect([400, 401]).toContain(answer.status);
        if (dialect === 'spec' || answer.status === 400) expect(readOperatorError(answer.body)).toBeDefined();
      }),
      { numRuns: 50 },
    );
  });
  it.each([
    ['no HTTP', 'nonsense\r\n\r\n'],
    ['a bad method', 'G@T / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two lengths', 'POST /token HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['a header too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['a bad chunk', 'POST /token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ])('%s on the wire', async (_name, bytes) => {
    const answer = await sendRaw(sandbox.port, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(readOperatorError(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))))).toMatchObject({ shape: 'business' });
  });
  it('leaves the sandbox at work', async () => {
    expect((await client.initiate()).status).toBeLessThan(300);
  });
});
