import './keys.css';
import type { PageInfo } from '../core/route.ts';

export const pages: readonly PageInfo[] = [{ path: 'keys', name: 'keys.title', position: 5, scope: 'admin' }];
