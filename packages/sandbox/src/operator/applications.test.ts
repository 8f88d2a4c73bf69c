import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { TestResponse } from '../testing/client.ts';
import { useWorld } from '../testing/world.ts';
import type { Dialect } from '../views/views.ts';

const PRODUCTION = '/production';
const PAYMENTS = '/svc/mm/transactions/type/merchantpay/1.0.0';
const keysSchema = z.object({ consumerKey: z.string(), consumerSecret: z.string() });
type Keys = z.infer<typeof keysSchema>;
const world = useWorld();

const send = (method: string, path: string, body?: unknown) =>
  world.client.portal(method, `/applications${path}`, body);
const declare = async (name = 'Shop') => String((await send('POST', '', { name })).body.id);
const issueKeys = async (id: string, environment: string): Promise<Keys> =>
  z.parse(keysSchema, (await send('POST', `/${id}/keys/${environment}`)).body);
const goLive = async () => {
  const id = await declare();
  for (const step of ['validate', 'go-live', 'validate'])
    expect((await send('POST', `/${id}/${step}`)).status).toBe(200);
  return id;
};

const requestToken = ({ consumerKey, consumerSecret }: Keys, basePath: string): Promise<TestResponse> =>
  world.client.request(`${basePath}/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`,
      'Cache-Control': 'no-cache',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'EXT_INT_SVC_SCOPE' }),
  });
const readToken = async (keys: Keys, basePath: string): Promise<string> =>
  String((await requestToken(keys, basePath)).body.access_token);
const initiate = (token: string, basePath: string): Promise<TestResponse> =>
  world.client.initiate({ path: `${basePath}${PAYMENTS}/`, headers: { Authorization: `Bearer ${token}` } });

describe('the steps in the portal', () => {
  it('cannot be taken out of order', async () => {
    const id = await declare();
    const expectConflict = async (path: string, detail: string) => {
      const response = await send('POST', `/${id}${path}`);
      expect([response.status, response.body.detail]).toEqual([409, detail]);
    };
    await expectConflict('/keys/sandbox', 'The application is not validated yet.');
    await expectConflict('/go-live', 'The application is not validated yet.');
    await send('POST', `/${id}/validate`);
    await expectConflict('/validate', 'The application does not wait for validation.');
    await send('POST', `/${id}/go-live`);
    await expectConflict('/keys/production', 'Go-live is not validated yet.');
    await expectConflict('/go-live', 'Go-live is already requested.');
    await send('POST', `/${id}/validate`);
    await issueKeys(id, 'production');
    await expectConflict('/keys/production', 'The application already has production keys. Revoke them first.');
  });

  it('show a Consumer Secret only once', async () => {
    const id = await goLive();
    const secrets = [
      (await issueKeys(id, 'sandbox')).consumerSecret,
      (await issueKeys(id, 'production')).consumerSecret,
    ];
    const shown = (await send('GET', '')).text + (await world.client.request('/portal/api/sandbox')).text;
    for (const secret of secrets) expect(shown).not.toContain(secret);
  });

  it.each([{ name: '' }, { name: '   ' }, { name: 'x'.repeat(51) }, { name: 7 }, {}, []])(
    'reject the application %j',
    async (body) => {
      expect((await send('POST', '', body)).status).toBe(400);
    },
  );
  it('answer 404 for an unknown application and an unknown environment', async () => {
    const id = await goLive();
    expect((await send('POST', '/app_unknown/validate')).status).toBe(404);
    expect((await send('DELETE', '/app_unknown')).status).toBe(404);
    expect((await send('POST', `/${id}/keys/staging`)).status).toBe(404);
  });
});

describe('revoked keys', () => {
  it('get no token, their tokens are refused, and new keys can be issued', async () => {
    const id = await goLive();
    const [sandboxKeys, productionKeys] = [await issueKeys(id, 'sandbox'), await issueKeys(id, 'production')];
    const [sandboxToken, productionToken] = [
      await readToken(sandboxKeys, ''),
      await readToken(productionKeys, PRODUCTION),
    ];
    expect((await send('DELETE', `/${id}/keys/production`)).body).toMatchObject({ productionKey: null });
    expect((await requestToken(productionKeys, PRODUCTION)).status).toBe(401);
    expect((await initiate(productionToken, PRODUCTION)).status).toBe(401);
    expect((await initiate(sandboxToken, '')).status).toBe(200);
    expect((await send('DELETE', `/${id}/keys/production`)).status).toBe(409);
    expect((await initiate(await readToken(await issueKeys(id, 'production'), PRODUCTION), PRODUCTION)).status).toBe(
      200,
    );
  });
  it('are also those of a removed application', async () => {
    const id = await goLive();
    const keys = await issueKeys(id, 'sandbox');
    const token = await readToken(keys, '');
    expect((await send('DELETE', `/${id}`)).status).toBe(204);
    expect([(await requestToken(keys, '')).status, (await initiate(token, '')).status]).toEqual([401, 401]);
    expect(JSON.parse((await send('GET', '')).text)).toEqual([]);
  });
});

describe.each<Dialect>(['spec', 'live'])('the two environments, %s dialect', (dialect) => {
  beforeEach(() => world.restart({ dialect }));

  it('each accept only their own credentials and their own tokens', async () => {
    const id = await goLive();
    const [sandboxKeys, productionKeys] = [await issueKeys(id, 'sandbox'), await issueKeys(id, 'production')];
    expect((await requestToken(sandboxKeys, PRODUCTION)).status).toBe(401);
    expect((await requestToken(productionKeys, '')).status).toBe(401);
    expect(
      (await requestToken({ ...productionKeys, consumerSecret: sandboxKeys.consumerSecret }, PRODUCTION)).status,
    ).toBe(401);
    const preset = { consumerKey: 'sandbox-key', consumerSecret: 'sandbox-secret' };
    expect((await requestToken(preset, PRODUCTION)).status).toBe(401);
    expect((await initiate(await readToken(sandboxKeys, ''), PRODUCTION)).status).toBe(401);
    expect((await initiate(await readToken(productionKeys, PRODUCTION), '')).status).toBe(401);
    expect(world.sandbox.transactions()).toEqual([]);
  });

  it('do not see each other’s transactions', async () => {
    const id = await goLive();
    const keys = await issueKeys(id, 'production');
    const Authorization = `Bearer ${await readToken(keys, PRODUCTION)}`;
    const { body } = await initiate(await readToken(keys, PRODUCTION), PRODUCTION);
    const serverCorrelationId = String(body.serverCorrelationId);
    const { objectReference, environment } = world.sandbox.approve(serverCorrelationId);
    expect(environment).toBe('production');
    const renewed = dialect === 'live' ? `Bearer ${await readToken(keys, PRODUCTION)}` : Authorization;
    const own = { Authorization: renewed };
    expect((await world.client.get(`${PRODUCTION}${PAYMENTS}/status/${serverCorrelationId}`, own)).status).toBe(200);
    expect((await world.client.get(`${PRODUCTION}${PAYMENTS}/${objectReference}`, own)).status).toBe(200);
    expect((await world.client.readStatus(serverCorrelationId)).status).toBe(404);
    expect((await world.client.readDetails(String(objectReference))).status).toBe(404);
    expect(world.sandbox.requests().map(({ path }) => path)).toContain(`${PRODUCTION}${PAYMENTS}/`);
    expect((await world.client.request('/portal/api/statement.csv')).text.split('\r\n')).toHaveLength(2);
    expect((await world.client.request('/portal/api/statement.csv?environment=production')).text).toContain(
      String(objectReference),
    );
  });
});
