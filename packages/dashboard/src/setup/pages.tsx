import type { PageViews } from '../core/route.ts';
import { SetupPage } from './SetupPage.tsx';

export const pages: PageViews = { setup: () => <SetupPage /> };
