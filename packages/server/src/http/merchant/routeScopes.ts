import type { Scope } from '@tsena/shared/merchant';
import type { RequestHandler, Router } from 'express';
import { scopeOf } from './caller.ts';

/** A part of a router, as Express keeps it. */
interface RouterLayer {
  readonly route?: {
    readonly path: string;
    readonly stack: readonly { readonly method?: string | undefined; readonly handle: RequestHandler }[];
  };
  readonly handle?: Partial<Pick<Router, 'stack'>>;
}

/** A method of a route, and the least scope of a key that may call it; null if any caller may. */
export interface RouteScope {
  readonly method: string;
  /** With parameters after a colon. */
  readonly path: string;
  readonly scope: Scope | null;
}

/** Every method of every route of a router and of those in it, with its scope. */
export function routeScopes({ stack }: Pick<Router, 'stack'>): RouteScope[] {
  return (stack as unknown as readonly RouterLayer[]).flatMap(({ route, handle }) => {
    if (route === undefined) return handle?.stack === undefined ? [] : routeScopes({ stack: handle.stack });
    // Methods that a route does not support have no name here.
    const methods = [...new Set(route.stack.flatMap(({ method }) => (method === undefined ? [] : [method])))];
    return methods.map((method) => {
      const first = route.stack.find((layer) => layer.method === method);
      return { method: method.toUpperCase(), path: route.path, scope: first === undefined ? null : (scopeOf(first.handle) ?? null) };
    });
  });
}

/**
 * Checks that each route names the scope that it needs, before any other handler of it.
 *
 * @throws TypeError with the routes that name none
 */
export function requireScopes(router: Pick<Router, 'stack'>): void {
  const open = routeScopes(router).filter(({ scope }) => scope === null);
  if (open.length === 0) return;
  const names = open.map(({ method, path }) => `${method} ${path}`);
  throw new TypeError(`These routes of the merchant API do not begin with allow(scope): ${names.join(', ')}`);
}
