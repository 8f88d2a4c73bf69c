import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, runPnpm } from '../../../scripts/run.ts';
import { installTools } from '../../../scripts/tools.ts';
import { findDeadLinks, findHtml } from './check.ts';
import { LANGUAGES, translatedSidebar, untranslatedPages } from './languages.ts';
import { writeMarkdown } from './markdown.ts';
import { findPages, makeSidebar } from './pages.ts';
import { addPolicy } from './policy.ts';
import { writeProblems } from './problems.ts';
import { writeReference } from './reference.ts';
import { writeStates } from './states.ts';

/**
 * `pnpm docs:build`: builds the manual as a static site into `tools/site/dist`, with the reference of the API and the
 * widget's playground. `DOCS_BASE` is the path at which it is published, `/` by default.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const site = join(root, 'tools/site');
const stage = join(site, '.stage');
const target = join(site, 'dist');
const base = process.env.DOCS_BASE ?? '/';

const WIDGET = join(root, 'packages/widget/dist');
/** Comments are for tests. The generator would show them, because it writes no HTML of a page as HTML. */
const COMMENTS = /^<!--.*-->\n/gm;
/** It names the script-tag files. */
const INTEGRITIES = join(WIDGET, 'integrity.json');

const readPage = (file: string): string => readFileSync(join(root, file), 'utf8').replace(COMMENTS, '');

/** Copies the pages to the places that they have in the site. */
function stagePages(pages: ReadonlyMap<string, string>): void {
  rmSync(stage, { recursive: true, force: true });
  cpSync(join(root, 'docs'), join(stage, 'pages'), { recursive: true, filter: (source) => !source.endsWith('.md') });
  const texts = [...pages].map(([file, page]): [string, string] => [page, readPage(file)]);
  for (const [page, text] of [
    ...texts,
    ...LANGUAGES.flatMap((language) => [...untranslatedPages(language, pages, readPage)]),
  ]) {
    const path = join(stage, 'pages', page);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const sidebar = makeSidebar(root, pages);
  const english = sidebar.flatMap(({ items }) => items);
  const translated = Object.fromEntries(
    LANGUAGES.map((language) => [language.code, translatedSidebar(language, pages, english, readPage)]),
  );
  writeFileSync(join(stage, 'site.json'), JSON.stringify({ pages: [...pages], sidebar, translated }));
}

/** Writes the files that the generator copies as they are. */
async function stageFiles(): Promise<void> {
  const files = join(stage, 'pages/public');
  cpSync(join(site, 'playground'), join(files, 'playground'), { recursive: true });
  cpSync(join(site, 'favicon.svg'), join(files, 'favicon.svg'));
  for (const file of Object.keys(JSON.parse(readFileSync(INTEGRITIES, 'utf8'))))
    cpSync(join(WIDGET, file), join(files, 'playground', file));
  writeFileSync(join(files, 'playground/problems.js'), writeProblems());
  writeFileSync(join(files, 'playground/states.js'), writeStates());
  mkdirSync(join(files, 'reference'));
  writeFileSync(join(files, 'reference/index.html'), await writeReference());
  cpSync(join(root, 'docs/openapi.json'), join(files, 'reference/openapi.json'));
}

async function main(): Promise<boolean> {
  if (!/^\/(.*\/)?$/.test(base)) throw new Error('DOCS_BASE must begin and end with a slash.');
  if (!existsSync(INTEGRITIES) && !(await build())) return false;
  const pages = findPages(root);
  stagePages(pages);
  await stageFiles();
  await installTools();
  const { ok, output } = await runPnpm(['run', 'build'], { directory: site, settings: { DOCS_BASE: base } });
  if (!ok) {
    console.error(output);
    return false;
  }
  for (const file of findHtml(target)) {
    const path = join(target, file);
    writeFileSync(path, addPolicy(readFileSync(path, 'utf8'), !file.startsWith('playground/')));
  }
  writeMarkdown({ root, pages, base, folder: target, read: readPage });
  const dead = findDeadLinks(target, base);
  for (const link of dead) console.error(link);
  if (dead.length > 0) return false;
  console.log(`The site is in ${target}.`);
  return true;
}

process.exitCode = (await main()) ? 0 : 1;
