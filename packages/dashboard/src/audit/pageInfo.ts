import type { PageInfo } from '../core/route.ts';

export const pages: readonly PageInfo[] = [{ path: 'audit', name: 'audit.title', section: 'setup' }];
