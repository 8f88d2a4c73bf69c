import type { PageViews } from '../shared/pageViews.ts';
import { RefundsPage } from './RefundsPage.tsx';

export const pages: PageViews = { refunds: () => <RefundsPage /> };
