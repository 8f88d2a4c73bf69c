import { readOperatorError } from '@tsena/shared/operator';
import { sendRaw } from '@tsena/testkit/raw';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from './createSandbox.ts';
import { BASIC, Client, PAYMENTS } from './testing/client.ts';

describe.each(['spec', 'live'] as const)('invalid input in the %s dialect gets an error response', (dialect) => {
  let sandbox: Sandbox;
  let client: Client;

  beforeAll(async () => {
    // By default, the live dialect answers an unknown serverCorrelationId without an error body.
    sandbox = await createSandbox({ dialect, behaviour: { unknownStatus: 'error' } });
    client = new Client(sandbox);
    await client.renewToken();
  });
  afterAll(async () => {
    expect(sandbox.audit()).toEqual([]);
    await sandbox.close();
  });

  const expectError = (response: { status: number; body: Record<string, unknown> }) => {
    expect([400, 401, 404]).toContain(response.status);
    expect(readOperatorError(response.body)).toBeDefined();
  };

  it.each([
    ['an empty body', ''],
    ['invalid JSON', '{"amount":'],
    ['an array as its body', '[]'],
    ['too much nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['a body that is too large', `{"descriptionText":"${'x'.repeat(70_000)}"}`],
    ['a __proto__ field', '{"__proto__":{"amount":"100"}}'],
  ])('an initiation with %s', async (_name, raw) => expectError(await client.initiate({ raw })));

  it('an initiation with an unknown encoding or charset', async () => {
    expectError(await client.initiate({ headers: { 'Content-Encoding': 'nonsense' } }));
    expectError(await client.initiate({ headers: { 'Content-Encoding': 'gzip' } }));
    expectError(await client.initiate({ headers: { 'Content-Type': 'application/json; charset=nonsense' } }));
  });

  it('an initiation with a random value in one field', async () => {
    const fields = Object.keys(client.buildBody());
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), fc.jsonValue(), async (field, value) => {
        const response = await client.initiate({ body: { [field]: value } });
        if (response.status >= 300) expectError(response);
      }),
      { numRuns: 80 },
    );
  });
  it('a request with a random path', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webPath(), fc.constantFrom('GET', 'POST', 'PUT'), async (path, method) => {
        const response = await client.request(`${PAYMENTS}${path}`, { method, headers: client.buildHeaders() });
        if (response.status >= 300) expectError(response);
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
      const response = await client.get(path);
      if (response.status >= 300) expectError(response);
    }
  });
  it('a token request with a random form and random credentials', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.base64String(), async (form, credentials) => {
        const Authorization = credentials.length % 2 === 0 ? BASIC : `Basic ${credentials}`;
        const response = await client.requestToken({ Authorization }, form);
        expect([400, 401]).toContain(response.status);
        if (dialect === 'spec' || response.status === 400) expect(readOperatorError(response.body)).toBeDefined();
      }),
      { numRuns: 50 },
    );
  });
  it.each([
    ['two Content-Length headers', 'POST /token HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['a header that is too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['an invalid chunk', 'POST /token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ])('a connection that sends %s', async (_name, bytes) => {
    const response = await sendRaw(sandbox.url, bytes);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(readOperatorError(JSON.parse(response.slice(response.indexOf('\r\n\r\n'))))).toMatchObject({
      shape: 'business',
    });
  });
  it('the sandbox still accepts a valid initiation afterwards', async () => {
    expect((await client.initiate()).status).toBeLessThan(300);
  });
});
