import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { resolveLink } from './links.ts';
import { titleOf } from './pages.ts';

/** What the pages in Markdown are made of. */
export interface MarkdownSource {
  readonly root: string;
  readonly pages: ReadonlyMap<string, string>;
  /** The path at which the site is published. */
  readonly base: string;
  /** Where the files go. */
  readonly folder: string;
  readonly read: (file: string) => string;
}

/** Blocks and spans of code, or a link. */
const CODE_OR_LINK = /```[\s\S]*?```|`[^`\n]*`|\]\(([^)\s]+)\)/g;

/** Writes each page as Markdown at the address of the page with `.md`, and `llms.txt`, which lists them. */
export function writeMarkdown({ root, pages, base, folder, read }: MarkdownSource): void {
  const linesOf = new Map<string, string[]>();
  for (const [file, page] of pages) {
    const text = read(file);
    const linked = text.replace(CODE_OR_LINK, (found: string, link: string | undefined) => {
      if (link === undefined || /\.(webp|png|svg)$/.test(link)) return found;
      return `](${resolveLink(root, pages, file, link).replace(/^\//, base)})`;
    });
    const path = join(folder, page);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, linked);
    const group = /^(fr|mg|decisions)\//.exec(page)?.[1] ?? 'Manual';
    linesOf.set(group, [...(linesOf.get(group) ?? []), `- [${titleOf(text)}](${base}${page})`]);
  }
  const titles: Readonly<Record<string, string>> = { fr: 'Français', mg: 'Malagasy', decisions: 'Optional' };
  const groups = ['Manual', 'fr', 'mg', 'decisions'].map(
    (group) => `## ${titles[group] ?? group}\n\n${(linesOf.get(group) ?? []).join('\n')}\n`,
  );
  const about =
    'Tsena Checkout takes mobile-money payments for shops in Madagascar. Each page of the manual is also there as Markdown.';
  const api = `- [The HTTP interface, OpenAPI](${base}reference/openapi.json)`;
  writeFileSync(join(folder, 'llms.txt'), `# Tsena Checkout\n\n> ${about}\n\n${api}\n\n${groups.join('\n')}`);
}
