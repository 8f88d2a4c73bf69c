import type { PageInfo } from '../core/route.ts';

export const pages: readonly PageInfo[] = [{ path: 'payments', name: 'app.payments', position: 2 }];
