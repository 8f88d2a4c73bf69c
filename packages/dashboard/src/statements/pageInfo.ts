import './statements.css';
import type { PageInfo } from '../core/route.ts';

export const pages: readonly PageInfo[] = [{ path: 'statements', name: 'app.statements', position: 4 }];
