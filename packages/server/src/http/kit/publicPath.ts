import type { Request } from 'express';
import type { HttpContext } from './context.ts';

/**
 * The path below which clients reach the companion: that of PUBLIC_URL, which a proxy removes, or where a host app
 * mounts it.
 */
export function publicPath({ baseUrl }: Request, { current }: Pick<HttpContext, 'current'>): string {
  const { PUBLIC_URL: publicUrl } = current();
  const path = publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  return path === '' ? baseUrl : path;
}
