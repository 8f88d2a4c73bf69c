import './setup.css';
import type { PageInfo } from '../core/route.ts';

export const pages: readonly PageInfo[] = [{ path: 'setup', name: 'app.setup', position: 6 }];
