import './refunds.css';
import type { PageInfo } from '../core/route.ts';

export const pages: readonly PageInfo[] = [{ path: 'refunds', name: 'refunds.title', section: 'payments' }];
