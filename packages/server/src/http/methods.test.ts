import { describe, expect, it } from 'vitest';
import { asMerchant } from '../../test/support/merchant.ts';
import { startStack } from '../../test/support/stack.ts';
import { useForAll } from '../../test/support/use.ts';
import { loadRoutes } from './routes.ts';

const ROUTES = await loadRoutes();

describe('a method that an address does not have', () => {
  const stack = useForAll(startStack);

  const documented = ROUTES.filter(({ path }) => !path.includes('{hash}'));
  const methodsOf = (path: string) =>
    documented.filter((one) => one.path === path).map(({ method }) => method.toUpperCase());
  const cases: (readonly [string, string[]])[] = [
    ['/', ['GET']],
    ['/pay', ['GET', 'POST']],
    ['/pay/link_AAAAAAAAAAAAAAAAAAAAAA', ['GET', 'POST']],
    ['/dashboard', ['GET']],
    ...[...new Set(documented.map(({ path }) => path))].map(
      (path) => [path.replace('{language}', 'mg').replace(/\{\w+\}/g, 'x'), methodsOf(path)] as const,
    ),
  ];

  it.each(cases)('is answered 405 with the methods that it has: %s', async (path, methods) => {
    const answer = await fetch(`${stack.served.url}${path}`, {
      method: methods.includes('PATCH') ? 'PUT' : 'PATCH',
      headers: asMerchant,
      redirect: 'manual',
    });
    const allow = answer.headers.get('allow')?.split(', ');
    expect([answer.status, allow?.toSorted()]).toEqual([405, [...methods, 'OPTIONS'].toSorted()]);
    expect(await answer.json()).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });
});
