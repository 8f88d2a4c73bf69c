import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MERCHANT_API_KEY, PARTNER, startStack } from '../../test/support/stack.ts';
import { useForAll } from '../../test/support/use.ts';

const stack = useForAll(startStack);

const open = (query = '', init: RequestInit = {}) => fetch(`${stack.served.url}/${query}`, init);
const titleOf = (page: string) => /<title>(.*)<\/title>/.exec(page)?.[1];

describe('GET / of a companion that runs by itself', () => {
  it('is a page in the reader’s language with links to the dashboard, the reference and the manual', async () => {
    const titles: unknown[] = [];
    for (const language of ['fr-FR', 'de']) {
      const answer = await open('', { headers: { 'Accept-Language': language } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('vary')).toContain('Accept-Language');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      titles.push(titleOf(await answer.text()));
    }
    expect(titles).toEqual(['Serveur de paiement · Tsena Checkout', 'Serveur de paiement · Tsena Checkout']);
    const page = await (await open('?locale=en')).text();
    expect([...page.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)).toEqual([
      'dashboard/',
      'https://github.com/tsena-checkout/tsena-checkout/tree/main/docs/api.md',
      'https://github.com/tsena-checkout/tsena-checkout/tree/main/docs',
      '?locale=mg',
      '?locale=fr',
    ]);
    expect((await open('dashboard/')).status).toBe(200);
  });

  it('allows its own style and nothing else, and has nothing of the merchant', async () => {
    const answer = await open('?locale=en');
    const page = await answer.text();
    const hash = createHash('sha256')
      .update(/<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '')
      .digest('base64');
    expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
    for (const secret of ['Tsena Boutique', PARTNER, MERCHANT_API_KEY]) expect(page).not.toContain(secret);
  });
});
