import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { LANGUAGES } from '../build/languages.ts';
import { resolveLink, SOURCE } from '../build/links.ts';

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, '../../..');
const DESCRIPTION =
  'Mobile-money payments for shops in Madagascar: one script tag, one signed order, one signed webhook.';

/** What `pnpm docs:build` staged: the pages by their file in the repository, and the side bar. */
interface Item {
  text: string;
  link: string;
}
const staged: {
  pages: [string, string][];
  sidebar: { text: string; collapsed: boolean; items: Item[] }[];
  translated: Record<string, Item[]>;
} = JSON.parse(readFileSync(join(here, '../.stage/site.json'), 'utf8'));
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

/** Where a link of a page leads in the site. A page that stands in for a translation has links of the site. */
function translate(link: string, page: string): string {
  const from = fileOf.get(page);
  return from === undefined ? link : resolveLink(repository, pageOf, from, link);
}

/** Where a picture of a page is in the site. */
function translatePicture(link: string, page: string): string {
  const file = posix.normalize(posix.join(posix.dirname(fileOf.get(page) ?? ''), link));
  if (!file.startsWith('docs/')) throw new Error(`${page} has a picture outside of docs/: ${link}`);
  const path = posix.relative(posix.dirname(page), file.slice('docs/'.length));
  return path.startsWith('.') ? path : `./${path}`;
}

const FRENCH_SEARCH = {
  button: { buttonText: 'Rechercher', buttonAriaLabel: 'Rechercher' },
  modal: {
    displayDetails: 'Afficher les détails',
    resetButtonTitle: 'Effacer la recherche',
    backButtonTitle: 'Fermer la recherche',
    noResultsText: 'Aucun résultat pour',
    footer: { selectText: 'choisir', navigateText: 'parcourir', closeText: 'fermer' },
  },
};

/** What the theme says in French. In Malagasy it stays English until somebody who speaks it translates it. */
const FRENCH_THEME = {
  nav: [
    { text: 'Manuel', link: '/fr/' },
    { text: 'Essayer', link: '/playground/index.html', target: '_self' },
    { text: 'API', link: '/reference/index.html', target: '_self' },
  ],
  outline: { level: [2, 3] as [number, number], label: 'Sur cette page' },
  docFooter: { prev: 'Page précédente', next: 'Page suivante' },
  darkModeSwitchLabel: 'Apparence',
  lightModeSwitchTitle: 'Passer au thème clair',
  darkModeSwitchTitle: 'Passer au thème sombre',
  sidebarMenuLabel: 'Menu',
  returnToTopLabel: 'Haut de page',
  langMenuLabel: 'Changer de langue',
  skipToContentLabel: 'Aller au contenu',
  footer: { message: 'Licence MIT' },
};

const otherLocales = LANGUAGES.map(({ code, label, manual }) => [
  code,
  {
    label,
    lang: code,
    themeConfig: {
      ...(code === 'fr' ? FRENCH_THEME : {}),
      sidebar: [{ text: manual, items: staged.translated[code] ?? [] }],
    },
  },
]);

export default defineConfig({
  srcDir: '.stage/pages',
  outDir: 'dist',
  cacheDir: '.stage/cache',
  base: process.env.DOCS_BASE ?? '/',
  locales: { root: { label: 'English', lang: 'en' }, ...Object.fromEntries(otherLocales) },
  title: 'Tsena Checkout',
  description: DESCRIPTION,
  head: [
    ['meta', { name: 'theme-color', content: '#0b5d45' }],
    ['link', { rel: 'icon', href: `${process.env.DOCS_BASE ?? '/'}favicon.svg`, type: 'image/svg+xml' }],
  ],
  transformHead: ({ pageData: { relativePath } }) =>
    fileOf.has(relativePath)
      ? [['link', { rel: 'alternate', type: 'text/markdown', href: `${process.env.DOCS_BASE ?? '/'}${relativePath}` }]]
      : [],
  // One script less in each page.
  metaChunk: true,
  // The generator would add a style element to the page while the colours change, which the policy of the pages
  // forbids.
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
    search: { provider: 'local', options: { locales: { fr: { translations: FRENCH_SEARCH } } } },
    socialLinks: [{ icon: 'github', link: SOURCE }],
    footer: { message: 'MIT licence' },
  },
});
