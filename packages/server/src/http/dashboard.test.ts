import { get } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type ProblemAnswer, type Stack, startStack } from '../../test/support/stack.ts';

let stack: Stack;
afterEach(() => stack.close());

const open = (path: string, headers: Record<string, string> = {}) => fetch(`${stack.served.url}${path}`, { headers, redirect: 'manual' });

/** By hand, for `fetch` adds a Cache-Control of its own to a conditional request. */
function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(`${stack.served.url}${path}`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

describe('GET /dashboard', () => {
  it('allows the page its own files and its own companion, nothing else', async () => {
    stack = await startStack();
    const response = await open('/dashboard/');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy');
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "frame-ancestors 'none'",
    ]) {
      expect(policy?.split(';')).toContain(part);
    }
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

  it('redirects to /dashboard/ and is answered 304 if unchanged', async () => {
    stack = await startStack();
    const moved = await open('/dashboard');
    expect(moved.status).toBe(308);
    expect(new URL(moved.headers.get('location') ?? '', `${stack.served.url}/dashboard`).pathname).toBe('/dashboard/');
    const first = await open('/dashboard/', { 'Accept-Encoding': 'br' });
    const known = { 'Accept-Encoding': 'br', 'If-None-Match': first.headers.get('etag') ?? '' };
    expect(await statusOf('/dashboard/', known)).toBe(304);
    expect((await open('/dashboard/assets/none.js')).status).toBe(404);
  });

  it('is off if the merchant API is off', async () => {
    stack = await startStack({ env: { MERCHANT_API_KEY: '' } });
    for (const path of ['/dashboard', '/dashboard/']) {
      expect((await stack.get<ProblemAnswer>(path)).body.code).toBe('not_found');
    }
  });
});
