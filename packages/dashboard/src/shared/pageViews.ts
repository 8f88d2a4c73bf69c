import type { ReactNode } from 'react';
import type { Route } from '../core/route.ts';

/** What shows the pages of a feature, by their paths: in its file `pages.tsx`. */
export type PageViews = Readonly<Record<string, (route: Route) => ReactNode>>;
