import type { PageViews } from '../core/route.ts';
import { AuditPage } from './AuditPage.tsx';

export const pages: PageViews = { audit: () => <AuditPage /> };
