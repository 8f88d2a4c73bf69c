import type { CreatedKey, Link, LinkPage } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { asMerchant } from '../../../test/support/merchant.ts';
import { readQrPng, readQrSvg } from '../../../test/support/qrCodes.ts';
import { startStack } from '../../../test/support/stack.ts';
import { useForAll } from '../../../test/support/use.ts';

describe('payment links', () => {
  const stack = useForAll(startStack);

  const create = (body: unknown, headers: Record<string, string> = {}) =>
    stack.post<Link>('/v1/merchant/links', body, { ...asMerchant, ...headers });
  const read = async (id: string) => (await stack.get<Link>(`/v1/merchant/links/${id}`, asMerchant)).body;

  it('POST /v1/merchant/links creates a link with an order of its own, which is listed', async () => {
    const { status, body, headers } = await create({ amount: '25000', description: 'Lamba' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/v1/merchant/links/${body.id}`);
    const url = `${stack.env.PUBLIC_URL}/pay/${body.id}`;
    expect(body).toMatchObject({
      url,
      order: expect.stringMatching(/^LNK-[0-9A-Z]{12}$/),
      amount: '25000',
      description: 'Lamba',
    });
    expect(await read(body.id)).toEqual(body);
    const newer = (await create({ amount: '100', order: 'NEWER' })).body;
    const list = async (query: string) => (await stack.get<LinkPage>(`/v1/merchant/links?${query}`, asMerchant)).body;
    const first = await list('limit=1');
    expect(first.data.map(({ id }) => id)).toEqual([newer.id]);
    expect((await list(`limit=1&cursor=${first.nextCursor}`)).data.map(({ id }) => id)).toEqual([body.id]);
    expect((await list('order=NEWER&status=active')).data.map(({ id }) => id)).toEqual([newer.id]);
    expect((await list('order=NEWER&status=paid')).data).toEqual([]);
  });

  it('GET /v1/merchant/links lists who owes by the beginning of the order', async () => {
    for (const order of ['OWES/A', 'OWES/B', 'OWES-C']) await create({ amount: '25000', order });
    const cancelled = (await create({ amount: '25000', order: 'OWES/D' })).body;
    await stack.post(`/v1/merchant/links/${cancelled.id}/cancel`, {}, asMerchant);
    const list = (query: string) => stack.get<LinkPage>(`/v1/merchant/links?${query}`, asMerchant);
    const { body } = await list('unpaid=true&orderPrefix=OWES%2F');
    expect(body.data.map(({ order }) => order)).toEqual(['OWES/B', 'OWES/A']);
    for (const wrong of ['unpaid=false', 'orderPrefix=', 'orderPrefix=%00', `orderPrefix=${'x'.repeat(51)}`])
      expect((await list(wrong)).status).toBe(400);
  });

  it('POST …/cancel cancels a link once, and its order can have another link', async () => {
    const order = 'CANCELLED';
    const { id } = (await create({ amount: '100', order })).body;
    const taken = await create({ amount: '200', order });
    expect(taken.status).toBe(409);
    expect(taken.body).toMatchObject({ code: 'link_order_taken', link: { id } });
    const { body: key } = await stack.post<CreatedKey>(
      '/v1/merchant/keys',
      { name: 'Hanta', scope: 'operate' },
      asMerchant,
    );
    const asHanta = { Authorization: `Bearer ${key.secret}` };
    for (const caller of [asHanta, asMerchant]) {
      const { status, body } = await stack.post<Link>(`/v1/merchant/links/${id}/cancel`, {}, caller);
      expect([status, body.status]).toEqual([200, 'cancelled']);
      expect(body).toMatchObject({
        createdBy: 'owner',
        cancelledBy: 'Hanta',
        cancelledAt: expect.stringMatching(/^20.*Z$/),
      });
    }
    expect((await create({ amount: '200', order })).status).toBe(201);
  });

  it('the QR codes, SVG and PNG, hold the link’s address', async () => {
    const { id, url } = (await create({ amount: '100' })).body;
    const address = `${stack.env.PUBLIC_URL}/v1/merchant/links/${id}/qr`;
    const svg = await fetch(`${address}.svg`, { headers: asMerchant });
    expect(svg.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    const drawing = await svg.text();
    expect(readQrSvg(drawing)).toBe(url);
    // Inline in a page with `svg { fill: currentColor }`, a path without its own fill has the colour of the page's
    // text.
    expect([...drawing.matchAll(/<(?!\/|svg)[^>]*>/g)].map(([tag]) => tag.replace(/ d="[^"]*"/, ''))).toEqual([
      '<path fill="#fff"/>',
      '<path fill="#000"/>',
    ]);
    const png = await fetch(`${address}.png`, { headers: asMerchant });
    expect(png.headers.get('content-type')).toBe('image/png');
    expect(readQrPng(Buffer.from(await png.arrayBuffer()))).toBe(url);
  });
});
