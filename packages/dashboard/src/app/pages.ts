import type { PageInfo, Route } from '../core/route.ts';

const found = import.meta.glob<{ readonly pages: readonly PageInfo[] }>('../*/pageInfo.ts', { eager: true });
const OVERVIEW: PageInfo = { path: '', name: 'app.overview', position: 0 };
const pages = [OVERVIEW, ...Object.values(found).flatMap((file) => file.pages)];

/** The pages that the navigation leads to, in their order. */
export const NAVIGATION = pages
  .filter(({ position }) => position !== undefined)
  .sort((one, other) => Number(one.position) - Number(other.position));

/** The page of a route; an unknown one is the overview. */
export function pageOf({ page }: Route): PageInfo {
  return pages.find(({ path }) => path === page) ?? OVERVIEW;
}
