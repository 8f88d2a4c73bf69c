import type { PageViews } from '../shared/pageViews.ts';
import { KeysPage } from './KeysPage.tsx';

export const pages: PageViews = { keys: () => <KeysPage /> };
