import './links.css';
import type { PageInfo } from '../core/route.ts';

export const pages: readonly PageInfo[] = [{ path: 'links', name: 'app.links', position: 3 }];
