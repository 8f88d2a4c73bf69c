import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

const IDS = /\sid="([^"]+)"/g;
const TARGETS = /\s(?:href|src)="([^"]+)"/g;

/** The HTML files of a built site, relative to its folder. */
export function findHtml(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.html'));
}

/**
 * Finds links of a built site that lead to no file, or to a heading that does not exist.
 *
 * @param base the path at which the site is published, such as `/`
 */
export function findDeadLinks(folder: string, base: string): string[] {
  const ids = new Map<string, ReadonlySet<string>>();
  const idsOf = (file: string): ReadonlySet<string> => {
    const known =
      ids.get(file) ?? new Set([...readFileSync(join(folder, file), 'utf8').matchAll(IDS)].map(([, id = '']) => id));
    ids.set(file, known);
    return known;
  };
  const isFile = (file: string): boolean => existsSync(join(folder, file)) && statSync(join(folder, file)).isFile();
  return findHtml(folder).flatMap((page) =>
    [...readFileSync(join(folder, page), 'utf8').matchAll(TARGETS)].flatMap(([, escaped = '']) => {
      const target = escaped.replaceAll('&amp;', '&');
      if (/^[a-z]+:|^\/\//.test(target)) return [];
      const [path = '', hash = ''] = target.split('#');
      if (path.startsWith('/') && !path.startsWith(base)) return [`${page} → ${target} is outside of ${base}`];
      const inside = path.startsWith('/') ? path.slice(base.length) : posix.join(posix.dirname(page), path);
      const whole = path === '' ? page : decodeURIComponent(inside);
      const file = [whole, posix.join(whole, 'index.html')].find(isFile);
      if (file === undefined) return [`${page} → ${target} does not exist`];
      if (hash === '' || !file.endsWith('.html')) return [];
      return idsOf(file).has(decodeURIComponent(hash)) ? [] : [`${page} → ${target} has no such heading`];
    }),
  );
}
