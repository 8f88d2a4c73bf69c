import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The pages of the site that are not in `docs/`, by their file in the repository. */
const MORE_PAGES: Readonly<Record<string, string>> = {
  'README.md': 'index.md',
  'CHANGELOG.md': 'changelog.md',
  '.github/CONTRIBUTING.md': 'contributing.md',
  '.github/SECURITY.md': 'reporting-vulnerabilities.md',
  'packages/node/README.md': 'packages/node.md',
  'packages/sandbox/README.md': 'packages/sandbox.md',
  'packages/server/README.md': 'packages/server.md',
  'packages/widget/README.md': 'packages/widget.md',
};

/** Finds the pages of the site: their path in it, by their file in the repository. */
export function findPages(root: string): ReadonlyMap<string, string> {
  const files = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const manual = files
    .filter((file) => file.endsWith('.md'))
    .map((file): [string, string] => [
      `docs/${file}`,
      file === 'README.md' ? 'manual.md' : file.replace(/README\.md$/, 'index.md'),
    ]);
  return new Map([...Object.entries(MORE_PAGES), ...manual]);
}

/** An entry of the side bar. */
export interface SidebarItem {
  readonly text: string;
  readonly link: string;
}

/** A group of the side bar. */
export interface SidebarGroup {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: readonly SidebarItem[];
}

/** The title of a page. */
export const titleOf = (markdown: string): string => (/^# (.+)$/m.exec(markdown)?.[1] ?? '').replaceAll('`', '');

/** Makes the side bar of the manual's own table of contents, `docs/README.md`, and of the decisions. */
export function makeSidebar(root: string, pages: ReadonlyMap<string, string>): SidebarGroup[] {
  const itemOf = (file: string): SidebarItem => {
    const page = pages.get(file);
    if (page === undefined) throw new Error(`docs/README.md lists ${file}, which is no page of the site.`);
    return { text: titleOf(readFileSync(join(root, file), 'utf8')), link: `/${page}` };
  };
  const contents = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const groups = [...contents.matchAll(/^(For .+):\n\n((?:\|.*\n?)+)/gm)].map(
    ([, text = '', table = '']): SidebarGroup => {
      const files = [...table.matchAll(/^\| \[[^\]]*\]\(([^)#]+)\)/gm)].map(([, target = '']) =>
        posix.normalize(posix.join('docs', target)),
      );
      return { text, collapsed: false, items: files.map(itemOf) };
    },
  );
  const decisions = [...pages.keys()].filter((file) => /^docs\/decisions\/\d/.test(file)).toSorted();
  return [...groups, { text: 'Decisions', collapsed: true, items: decisions.map(itemOf) }];
}
