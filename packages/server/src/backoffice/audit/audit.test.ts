import type { AuditEntry, CreatedKey, Link, Refund } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { asMerchant, signIn, statementForm } from '../../../test/support/merchant.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { MERCHANT_API_KEY, startStack } from '../../../test/support/stack.ts';
import { useForAll } from '../../../test/support/use.ts';

const stack = useForAll(() => startStack({ env: { TRUST_PROXY: 'loopback' } }));

const from = (key: string, address = '197.12.34.56') => ({
  Authorization: `Bearer ${key}`,
  'X-Forwarded-For': address,
});
const entries = async () =>
  (await stack.get<{ data: AuditEntry[] }>('/v1/merchant/audit?limit=200', asMerchant)).body.data;
const last = async (action: AuditEntry['action']) => (await entries()).find((entry) => entry.action === action);

describe('the audit log', () => {
  it('names who did what, and from which network', async () => {
    const { store } = stack.served.companion.storage;
    const paid = await seedPayment(store, { status: 'completed', amount: 900_000 });
    const unresolved = await seedPayment(store, { status: 'unresolved', sent_at: Date.now() });
    const { body: key } = await stack.post<CreatedKey>(
      '/v1/merchant/keys',
      { name: 'Hanta', scope: 'operate' },
      from(MERCHANT_API_KEY),
    );
    const seller = from(key.secret, '2001:db8:1:2::9');
    const { body: link } = await stack.post<Link>('/v1/merchant/links', { amount: '25000', order: 'ORDER-7' }, seller);
    await stack.post(`/v1/merchant/links/${link.id}/cancel`, {}, seller);
    const { body: refund } = await stack.post<Refund>(
      `/v1/merchant/payments/${paid}/refunds`,
      { amount: '100', reason: 'out of stock' },
      seller,
    );
    await stack.post(`/v1/merchant/refunds/${refund.id}/void`, { reason: 'out of stock' }, seller);
    await stack.post(
      `/v1/merchant/payments/${unresolved}/resolve`,
      { resolution: 'not_received', reason: 'out of stock' },
      seller,
    );
    await fetch(`${stack.served.url}/v1/merchant/payments.csv`, { headers: seller });
    await stack.send('DELETE', `/v1/merchant/keys/${key.id}`, undefined, from(MERCHANT_API_KEY));

    const byHanta = { by: 'Hanta', keyId: key.id, address: '2001:db8:1::/48' };
    const byOwner = { by: 'owner', keyId: null, address: '197.12.34.x' };
    const is = (after: string | null, before: string | null = null) => ({ before, after });
    expect(await last('key_created')).toMatchObject({
      ...byOwner,
      subject: key.id,
      changes: { name: is('Hanta'), scope: is('operate') },
    });
    expect(await last('link_created')).toMatchObject({
      ...byHanta,
      subject: link.id,
      changes: { order: is('ORDER-7'), amount: is('25000') },
    });
    expect(await last('link_cancelled')).toMatchObject({ ...byHanta, subject: link.id });
    expect(await last('refund_recorded')).toMatchObject({
      ...byHanta,
      subject: refund.id,
      changes: { payment: is(paid), amount: is('100') },
    });
    expect(await last('refund_voided')).toMatchObject({
      ...byHanta,
      subject: refund.id,
      changes: { amount: is(null, '100') },
    });
    expect(await last('payment_resolved')).toMatchObject({
      ...byHanta,
      subject: unresolved,
      changes: { resolution: is('not_received') },
    });
    expect(await last('exported')).toMatchObject(byHanta);
    expect(await last('key_revoked')).toMatchObject({ ...byOwner, subject: key.id });
    expect(JSON.stringify(await entries())).not.toContain(key.secret);
  });

  it('has the sign-ins and sign-outs', async () => {
    const { url } = stack.served;
    const { body: key } = await stack.post<CreatedKey>(
      '/v1/merchant/keys',
      { name: 'Noro', scope: 'read' },
      asMerchant,
    );
    for (const [secret, by] of [
      [MERCHANT_API_KEY, { by: 'owner', keyId: null }],
      [key.secret, { by: 'Noro', keyId: key.id }],
    ] as const) {
      const { cookie } = await signIn(stack, secret, { Origin: url });
      expect(await last('signed_in')).toMatchObject({ ...by, address: '127.0.0.x' });
      await stack.send('DELETE', '/v1/merchant/session', undefined, { Origin: url, Cookie: cookie });
      expect(await last('signed_out')).toMatchObject({ ...by, address: '127.0.0.x' });
    }
  });

  it('has imports of statements, refreshes of payments and tries of settings', async () => {
    const id = await seedPayment(stack.served.companion.storage.store, { status: 'failed' });
    await stack.post(`/v1/merchant/payments/${id}/refresh`, {}, asMerchant);
    expect(await last('payment_refreshed')).toMatchObject({ by: 'owner', keyId: null, subject: id });

    const file = statementForm('Date,Ref,Amount\n2026-01-02 10:00:00,636042511,25000\n');
    expect((await stack.post('/v1/merchant/statements', file, asMerchant)).status).toBe(200);
    const imported = await last('statement_imported');
    expect(imported).toMatchObject({
      by: 'owner',
      // As sha256sum gives it.
      subject: 'edc726a88bd77fe40e7db1c2ddeaaeb13d3c0453a1511992ea14e29f9b1453bc',
      changes: { rows: { before: null, after: '1' } },
    });

    await stack.post('/v1/merchant/settings/try', { name: 'publicUrl' }, asMerchant);
    const value = { before: null, after: stack.served.url };
    expect(await last('setting_tried')).toMatchObject({
      changes: { setting: { after: 'publicUrl' }, value, result: { after: 'ok' } },
    });
    await stack.post('/v1/merchant/settings/try', { name: 'callbackBaseUrl' }, asMerchant);
    const change = { callbackBaseUrl: 'http://127.0.0.1:1' };
    expect((await stack.send('PATCH', '/v1/merchant/settings', change, asMerchant)).status).toBe(422);
    expect(await last('setting_tried')).toMatchObject({
      changes: {
        setting: { after: 'callbackBaseUrl' },
        value: { after: 'http://127.0.0.1:1' },
        result: { after: 'address_private' },
      },
    });
  });

  it('has an entry when somebody reads beyond the first page, once an hour for each key and list', async () => {
    const { store } = stack.served.companion.storage;
    for (let index = 0; index < 4; index += 1) await seedPayment(store, { status: 'completed' });
    const { body: key } = await stack.post<CreatedKey>(
      '/v1/merchant/keys',
      { name: 'Rivo', scope: 'read' },
      asMerchant,
    );
    const readings = async () =>
      (await entries())
        .filter(({ action, by }) => action === 'list_read' && by === 'Rivo')
        .map(({ subject }) => subject);
    const page = async (path: string, cursor = '') => {
      const { status, body } = await stack.get<{ nextCursor: string }>(
        `/v1/merchant/${path}?limit=1${cursor}`,
        from(key.secret),
      );
      expect(status).toBe(200);
      return `&cursor=${body.nextCursor}`;
    };
    const second = await page('payments');
    expect(await readings()).toEqual([]);
    await page('payments', await page('payments', second));
    expect(await readings()).toEqual(['payments']);
    await stack.post(
      '/v1/merchant/payments/search',
      { limit: 1, cursor: second.slice('&cursor='.length) },
      from(key.secret),
    );
    expect(await readings()).toEqual(['payments']);
    expect(await last('list_read')).toMatchObject({ by: 'Rivo', keyId: key.id, address: '197.12.34.x' });
    // What the key may not read is no reading.
    expect((await stack.get(`/v1/merchant/audit?limit=1${second}`, from(key.secret))).status).toBe(403);
    for (let index = 0; index < 2; index += 1) await stack.post('/v1/merchant/links', { amount: '25000' }, asMerchant);
    await page('links', await page('links'));
    expect(await readings()).toEqual(['links', 'payments']);
  });

  it('records nothing of what was refused, or only asked about', async () => {
    const before = await entries();
    const id = await seedPayment(stack.served.companion.storage.store, { status: 'failed' });
    await stack.post(
      `/v1/merchant/payments/${id}/resolve`,
      { resolution: 'closed', reason: 'out of stock' },
      asMerchant,
    );
    await stack.post(`/v1/merchant/payments/${id}/refunds`, { amount: '100', reason: 'out of stock' }, asMerchant);
    const unresolved = await seedPayment(stack.served.companion.storage.store, {
      status: 'unresolved',
      sent_at: Date.now(),
    });
    const named = await stack.post(
      `/v1/merchant/payments/${unresolved}/resolve`,
      { transactionReference: '636042511' },
      asMerchant,
    );
    expect(named.body).toMatchObject({ code: 'reference_mismatch' });
    const files = ['payments.csv', 'audit.csv', 'books.csv?month=2026-01', 'books.csv?month=2026-01&by=day'];
    for (const file of files) {
      const head = await fetch(`${stack.served.url}/v1/merchant/${file}`, { method: 'HEAD', headers: asMerchant });
      expect(head.headers.get('content-disposition')).toContain('.csv');
    }
    expect(await entries()).toEqual(before);
  });

  it('masks numbers and secrets in what was before and after', async () => {
    await stack.send('PATCH', '/v1/merchant/settings', { contact: 'Tel. 034 35 000 03' }, asMerchant);
    expect((await last('settings_changed'))?.changes).toEqual({ contact: { before: null, after: 'Tel. [msisdn]' } });
  });

  it('is exported as CSV, without formulas', async () => {
    await stack.post('/v1/merchant/keys', { name: '+SUM(1)', scope: 'read' }, asMerchant);
    const csv = await (await fetch(`${stack.served.url}/v1/merchant/audit.csv`, { headers: asMerchant })).text();
    const [header, newest] = csv.split('\r\n');
    expect(header).toContain('"at","by","keyId","action","subject","address","changes"');
    expect(newest).toContain('"exported"');
    expect(csv).not.toMatch(/(^|,)"?[=+]/m);
  });
});
