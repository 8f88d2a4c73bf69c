import { type CreatedKey, firstDataSchema } from '@tsena/shared/merchant';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { asMerchant, signIn } from '../../test/support/merchant.ts';
import { type ProblemAnswer, startStack } from '../../test/support/stack.ts';
import { untilTestEnds, useForAll } from '../../test/support/use.ts';

const stack = useForAll(startStack);

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${stack.served.url}${path}`, { headers, redirect: 'manual' });

/** The text of the element with the first data; undefined if there is none. */
const firstDataIn = (html: string) =>
  /<script type="application\/json" id="first-data">(.*?)<\/script>/s.exec(html)?.[1];

describe('GET /dashboard', () => {
  it('allows the page its own files and its own companion, nothing else', async () => {
    const response = await open('/dashboard/');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy');
    const parts = [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "frame-ancestors 'none'",
    ];
    expect(policy?.split('; ')).toEqual(expect.arrayContaining(parts));
    const html = await response.text();
    expect(html).not.toMatch(/<style|style=|<script>|onload=/);

    const files = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => file);
    expect(files.map((file) => file?.split('.').at(-1)).sort()).toEqual(['css', 'js', 'js', 'svg']);
    for (const file of files) {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const asset = await open(`/dashboard/${file}`, { 'Accept-Encoding': encoding });
        expect(asset.status).toBe(200);
        expect(asset.headers.get('content-encoding') ?? 'identity').toBe(encoding);
        expect(asset.headers.get('cache-control')).toContain('immutable');
        expect((await asset.text()).length).toBeGreaterThan(100);
      }
    }
  });

  it('redirects to /dashboard/, and to the counter without a slash', async () => {
    const moved = await open('/dashboard');
    expect(moved.status).toBe(308);
    expect(new URL(moved.headers.get('location') ?? '', `${stack.served.url}/dashboard`).pathname).toBe('/dashboard/');
    const counter = await open('/dashboard/counter/');
    expect(counter.status).toBe(308);
    expect(new URL(counter.headers.get('location') ?? '', `${stack.served.url}/dashboard/counter/`).pathname).toBe(
      '/dashboard/counter',
    );
    expect((await open('/dashboard/assets/none.js')).status).toBe(404);
  });

  it('has the merchant and the totals of two days for a session, and no cache keeps it', async () => {
    const key = await stack.post<CreatedKey>('/v1/merchant/keys', { name: 'Hanta', scope: 'read' }, asMerchant);
    // A key of a version before, which took any name.
    const database = new Sqlite(stack.env.DATABASE_URL?.slice('file:'.length));
    database.prepare('update keys set name = ? where id = ?').run('Hanta </script><!--', key.body.id);
    database.close();
    const { cookie } = await signIn(stack, key.body.secret);
    const response = await open('/dashboard/', { Cookie: cookie });
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = firstDataIn(await response.text()) ?? '';
    const { merchant, totals } = z.parse(firstDataSchema, JSON.parse(text));
    expect(text).not.toContain('<');
    expect(merchant.key).toEqual({ name: 'Hanta </script><!--', scope: 'read' });
    expect(totals.days).toHaveLength(2);
    expect(text).not.toContain(cookie.split('=')[1]);
  });

  it.each(['', 'tsena=0123456789012345678901234567890123456789012'])(
    'has no data for the cookie %j',
    async (cookie) => {
      const response = await open('/dashboard/', { Cookie: cookie });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(firstDataIn(await response.text())).toBeUndefined();
    },
  );

  it('has the language that was chosen, else the browser’s, and the file of its texts', async () => {
    const languageOf = async (headers: Record<string, string>) => {
      const html = await (await open('/dashboard/', headers)).text();
      const lang = /<html lang="(..)">/.exec(html)?.[1];
      expect(html).toContain(`<link rel="modulepreload" href="./assets/${lang}-`);
      return lang;
    };
    expect(await languageOf({ 'Accept-Language': 'mg' })).toBe('mg');
    expect(await languageOf({ 'Accept-Language': 'mg', Cookie: 'other=1; tsena-language=en' })).toBe('en');
    expect(await languageOf({ 'Accept-Language': 'de', Cookie: 'tsena-language=de' })).toBe('fr');
  });

  it('is off if the merchant API is off', async () => {
    const off = await untilTestEnds(startStack({ env: { MERCHANT_API_KEY: '' } }));
    for (const path of ['/dashboard', '/dashboard/']) {
      expect((await off.get<ProblemAnswer>(path)).body.code).toBe('not_found');
    }
  });
});

describe('GET /dashboard/counter', () => {
  it('is where a seller who signed in lands, and has no data of the session', async () => {
    const key = await stack.post<CreatedKey>('/v1/merchant/keys', { name: 'Hanta', scope: 'counter' }, asMerchant);
    const cookie = { Cookie: (await signIn(stack, key.body.secret)).cookie };
    const moved = await open('/dashboard/', cookie);
    expect([moved.status, moved.headers.get('location')]).toEqual([303, 'counter']);
    const page = await open('/dashboard/counter', cookie);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(firstDataIn(html)).toBeUndefined();
    expect(html).not.toMatch(/Hanta|Tsena Boutique/);
  });

  it('can be installed: its manifest, icons and worker are here', async () => {
    const page = await open('/dashboard/counter');
    const policy = page.headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(expect.arrayContaining(["manifest-src 'self'", "worker-src 'self'"]));
    expect(await page.text()).toMatch(
      /<link rel="manifest" href="\.\/counter\.webmanifest" \/>.*src="\.\/counter-assets\/counter-[\w-]+\.js"/s,
    );
    const manifest = await open('/dashboard/counter.webmanifest');
    expect(manifest.headers.get('content-type')).toContain('application/manifest+json');
    const { start_url, icons } = (await manifest.json()) as { start_url: string; icons: { src: string }[] };
    expect(start_url).toBe('./counter');
    for (const { src } of icons)
      expect((await open(`/dashboard/${src}`)).headers.get('content-type')).toBe('image/png');
    const worker = await open('/dashboard/counter-worker.js');
    expect([worker.headers.get('content-type'), worker.headers.get('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'no-cache',
    ]);
  });
});
