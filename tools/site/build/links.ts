import { statSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * Where the repository is published.
 *
 * @public for tools/site/.vitepress
 */
export const SOURCE = 'https://github.com/tsena-checkout/tsena-checkout';

/**
 * Where a link of a file in the repository leads in the site: to a page, or to the file in the repository.
 *
 * @param pages the pages by their file
 * @throws Error if there is no such file
 */
export function resolveLink(root: string, pages: ReadonlyMap<string, string>, from: string, link: string): string {
  if (/^([a-z]+:|#|\/\/)/.test(link)) return link;
  const [path = '', hash] = link.split('#');
  const file = posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(path))).replace(/\/$/, '');
  const anchor = hash === undefined ? '' : `#${hash}`;
  const target = pages.get(file) ?? pages.get(posix.join(file, 'README.md'));
  if (target !== undefined) return `/${target}${anchor}`;
  const found = statSync(join(root, file), { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`${from} links to ${link}, which does not exist`);
  return `${SOURCE}/${found.isDirectory() ? 'tree' : 'blob'}/main/${file}${anchor}`;
}
