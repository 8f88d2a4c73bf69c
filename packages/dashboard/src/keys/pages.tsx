import type { PageViews } from '../core/route.ts';
import { KeysPage } from './KeysPage.tsx';

export const pages: PageViews = { keys: () => <KeysPage /> };
