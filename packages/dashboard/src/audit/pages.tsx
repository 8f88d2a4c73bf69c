import type { PageViews } from '../shared/pageViews.ts';
import { AuditPage } from './AuditPage.tsx';

export const pages: PageViews = { audit: () => <AuditPage /> };
