import type { PageViews } from '../shared/pageViews.ts';

// The pages behind the overview, and the setup that a new shop sees on it, in a file of their own: the overview does not wait for them.
export { SetupChecks } from '../setup/SetupChecks.tsx';

const found = import.meta.glob<{ readonly pages: PageViews }>('../*/pages.tsx', { eager: true });

/** What shows each page. */
export const PAGE_VIEWS: PageViews = Object.assign({}, ...Object.values(found).map(({ pages }) => pages));
