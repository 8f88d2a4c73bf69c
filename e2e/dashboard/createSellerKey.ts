import { type Dashboard, KEY } from './openDashboard.ts';

/** A key that opens the counter alone. */
export async function createSellerKey({ url }: Dashboard): Promise<string> {
  const response = await fetch(new URL('../v1/merchant/keys', url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Hanta', scope: 'counter' }),
  });
  if (!response.ok) throw new Error(`no key: ${response.status}`);
  return ((await response.json()) as { readonly secret: string }).secret;
}
