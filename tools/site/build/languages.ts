import { type SidebarItem, titleOf } from './pages.ts';

/** A language other than English, and what the site says in it. */
export interface SiteLanguage {
  readonly code: 'fr' | 'mg';
  readonly label: string;
  readonly manual: string;
  /** What a page says that exists only in English. */
  readonly onlyEnglish: string;
  readonly readEnglish: string;
}

/** The languages into which some pages of the manual are translated. */
export const LANGUAGES: readonly SiteLanguage[] = [
  {
    code: 'fr',
    label: 'Français',
    manual: 'Le manuel',
    onlyEnglish: 'Cette page n’existe qu’en anglais.',
    readEnglish: 'La lire en anglais',
  },
  {
    code: 'mg',
    label: 'Malagasy',
    manual: 'Ny boky torolàlana',
    onlyEnglish: 'Amin’ny teny anglisy ihany no misy ity pejy ity.',
    readEnglish: 'Vakio amin’ny teny anglisy',
  },
];

const isOf = (language: SiteLanguage, page: string): boolean => page.startsWith(`${language.code}/`);

/** The side bar of a language: its first page, then the others in the order of the English manual. */
export function translatedSidebar(
  language: SiteLanguage,
  pages: ReadonlyMap<string, string>,
  english: readonly SidebarItem[],
  read: (file: string) => string,
): SidebarItem[] {
  const links = [`/${language.code}/index.md`, ...english.map(({ link }) => `/${language.code}${link}`)];
  const placeOf = ({ link }: SidebarItem): number => (links.includes(link) ? links.indexOf(link) : links.length);
  return [...pages]
    .filter(([, page]) => isOf(language, page))
    .map(([file, page]) => ({ text: titleOf(read(file)), link: `/${page}` }))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The pages that stand in for those without a translation, so that the switch of languages always leads somewhere. */
export function untranslatedPages(
  language: SiteLanguage,
  pages: ReadonlyMap<string, string>,
  read: (file: string) => string,
): Map<string, string> {
  const all = new Set(pages.values());
  const missing = [...pages].filter(([, page]) => !/^(fr|mg)\//.test(page) && !all.has(`${language.code}/${page}`));
  return new Map(
    missing.map(([file, page]) => [
      `${language.code}/${page}`,
      `---\nsearch: false\n---\n\n# ${titleOf(read(file))}\n\n${language.onlyEnglish} [${language.readEnglish}](/${page})\n`,
    ]),
  );
}
