import type { PageInfo } from '../core/route.ts';

export const pages: readonly PageInfo[] = [{ path: 'months', name: 'month.title', section: '' }];
