import type { PageViews } from '../shared/pageViews.ts';
import { SetupPage } from './SetupPage.tsx';

export const pages: PageViews = { setup: () => <SetupPage /> };
