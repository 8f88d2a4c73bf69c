import { readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, '../..');
const SOURCE = 'https://github.com/tsena-checkout/tsena-checkout';
const DESCRIPTION = 'Mobile-money payments for shops in Madagascar: one script tag, one signed order, one signed webhook.';

/** What `pnpm docs:build` staged: the pages by their file in the repository, and the side bar. */
const staged: { pages: [string, string][]; sidebar: { text: string; collapsed: boolean; items: { text: string; link: string }[] }[] } =
  JSON.parse(readFileSync(join(here, '../.stage/site.json'), 'utf8'));
const pageOf = new Map(staged.pages);
const fileOf = new Map(staged.pages.map(([file, page]) => [page, file]));

/** GitHub's rule, so that a link to a heading works in both places. */
function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/**
 * Where a link of a page leads in the site: to a page, or to the file in the repository.
 *
 * @throws Error if there is no such file
 */
function translate(link: string, page: string): string {
  if (/^([a-z]+:|#|\/\/)/.test(link)) return link;
  const from = fileOf.get(page);
  if (from === undefined) throw new Error(`${page} is no page of the site`);
  const [path = '', hash] = link.split('#');
  const file = posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(path))).replace(/\/$/, '');
  const anchor = hash === undefined ? '' : `#${hash}`;
  const target = pageOf.get(file) ?? pageOf.get(posix.join(file, 'README.md'));
  if (target !== undefined) return `/${target}${anchor}`;
  const found = statSync(join(repository, file), { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`${from} links to ${link}, which does not exist`);
  return `${SOURCE}/${found.isDirectory() ? 'tree' : 'blob'}/main/${file}${anchor}`;
}

/** Where a picture of a page is in the site. */
function translatePicture(link: string, page: string): string {
  const file = posix.normalize(posix.join(posix.dirname(fileOf.get(page) ?? ''), link));
  if (!file.startsWith('docs/')) throw new Error(`${page} has a picture outside of docs/: ${link}`);
  const path = posix.relative(posix.dirname(page), file.slice('docs/'.length));
  return path.startsWith('.') ? path : `./${path}`;
}

export default defineConfig({
  srcDir: '.stage/pages',
  outDir: 'dist',
  cacheDir: '.stage/cache',
  base: process.env.DOCS_BASE ?? '/',
  lang: 'en',
  title: 'Tsena Checkout',
  description: DESCRIPTION,
  head: [
    ['meta', { name: 'theme-color', content: '#0b5d45' }],
    ['link', { rel: 'icon', href: `${process.env.DOCS_BASE ?? '/'}favicon.svg`, type: 'image/svg+xml' }],
  ],
  // One script less in each page.
  metaChunk: true,
  // The generator would add a style element to the page while the colours change, which the policy of the pages forbids.
  appearance: { disableTransition: false },
  markdown: {
    // Text such as <file> in the manual is text.
    html: false,
    anchor: { slugify },
    config(md) {
      const { link_open: openLink, image } = md.renderer.rules;
      md.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const href = tokens[index]?.attrGet('href');
        if (href) tokens[index]?.attrSet('href', translate(href, env.relativePath));
        return openLink?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
      };
      md.renderer.rules.image = (tokens, index, options, env, self) => {
        const source = tokens[index]?.attrGet('src');
        if (source) tokens[index]?.attrSet('src', translatePicture(source, env.relativePath));
        return image?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
      };
    },
  },
  themeConfig: {
    nav: [
      { text: 'Manual', link: '/manual' },
      { text: 'Playground', link: '/playground/index.html', target: '_self' },
      { text: 'API', link: '/reference/index.html', target: '_self' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: staged.sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: SOURCE }],
    footer: { message: 'MIT licence' },
  },
});
