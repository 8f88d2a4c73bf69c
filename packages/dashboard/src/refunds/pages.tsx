import type { PageViews } from '../core/route.ts';
import { RefundsPage } from './RefundsPage.tsx';

export const pages: PageViews = { refunds: () => <RefundsPage /> };
