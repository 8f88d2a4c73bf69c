import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { SETTINGS } from '../../src/config/settingsSchema.ts';
import { WRITTEN_PAGES } from './writtenPages.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\n');
const listFiles = (pattern: string): string[] =>
  git('ls-files', '--cached', '--others', '--exclude-standard', pattern).filter(
    (path) => existsSync(join(root, path)) && path !== '',
  );

const pages = listFiles('*.md');
const FOLDER = /^(packages|docs|scripts|integrations|e2e|deploy|examples|tools|sdks)\/[\w./@-]+$/;
/** The names in code that a page can mention: settings and constants, metrics, the widget's CSS properties. */
const NAMES = '(^|[^A-Za-z0-9_-])([A-Z][A-Z0-9]*(_[A-Z0-9]+)+|tsena_[a-z_]+|--tsena-[a-z-]+)';
const OF_OTHERS = ['PS_OS_PAYMENT', 'ERR_PNPM_BAD_CONFIG_DEP'];
const settings = new Set([...SETTINGS.flatMap(({ name }) => [name, `${name}_FILE`]), ...OF_OTHERS]);
const namesInCode = new Set(
  git('grep', '-hoE', NAMES, '--', ':!*.md', ':!docs', ':!packages/server/test/manual').map((found) =>
    found.replace(/^[^A-Za-z-]/, ''),
  ),
);
const PNPM_COMMANDS = new Set(['add', 'audit', 'dlx', 'exec', 'install', 'pack', 'deploy']);

interface Package {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
}
const packages = listFiles('*package.json').map((path) => ({ path, ...(JSON.parse(read(path)) as Package) }));
const commandsOf = (command: CommandUnknownOpts): string[] =>
  command.commands.flatMap((one) => [one.name(), ...commandsOf(one).map((name) => `${one.name()} ${name}`)]);
const commands = new Set(commandsOf(await createProgram()));
/** The commands that have commands of their own. */
const groups = new Set([...commands].filter((name) => name.includes(' ')).map((name) => name.split(' ')[0]));

const all = (text: string, pattern: RegExp): string[][] =>
  [...text.matchAll(pattern)].map((found) => found.map((part) => part ?? ''));
const withoutBlocks = (text: string): string => text.replace(/```[\s\S]*?```/g, '');
const inlineCode = (text: string): string[] => all(withoutBlocks(text), /`([^`\n]+)`/g).map(([, code = '']) => code);
const allCode = (text: string): string =>
  [...all(text, /```[\s\S]*?```/g).map(([block = '']) => block), ...inlineCode(text)].join('\n');

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

function isBroken(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, file))) return true;
  return (
    anchor !== undefined &&
    !all(withoutBlocks(read(file)), /^#+ (.*)$/gm).some(([, heading = '']) => anchorOf(heading) === anchor)
  );
}

const brokenLinks = (page: string): string[] =>
  all(withoutBlocks(read(page)), /\]\(([^)\s]+)\)/g)
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target) && isBroken(page, target));

const missingFiles = (page: string): string[] =>
  inlineCode(read(page)).filter(
    (code) => FOLDER.test(code) && !/\/(dist|reports)(\/|$)/.test(code) && !existsSync(join(root, code)),
  );

function unknownScripts(page: string): string[] {
  const used = all(allCode(read(page)), /\bpnpm(?:@12)? (?:--filter (\S+) )?(?:run )?([a-z][a-z:]*)/g);
  // Without a filter, it is a script of the root, or of a workspace of its own, which the page enters before.
  const isScript = (filter: string, script: string): boolean =>
    packages.some(
      ({ path, name, scripts }) =>
        (filter === '' ? path.split('/').length <= 2 : name === filter) && scripts?.[script] !== undefined,
    );
  return used
    .filter(([, filter = '', script = '']) => !PNPM_COMMANDS.has(script) && !isScript(filter, script))
    .map(([command = '']) => command);
}

function unknownCommands(page: string): string[] {
  const used = all(
    allCode(read(page)),
    /(?:^|&& |-u tsena |npx |docker exec tsena )tsena ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/gm,
  );
  const exists = (first: string, second: string): boolean =>
    commands.has(`${first} ${second}`) || (commands.has(first) && (second === '' || !groups.has(first)));
  return used.filter(([, first = '', second = '']) => !exists(first, second)).map(([command = '']) => command);
}

const unknownNames = (page: string): string[] =>
  all(allCode(read(page)), new RegExp(NAMES, 'gm'))
    .map(([, , name = '']) => name)
    .filter((name) => !settings.has(name) && !namesInCode.has(name));

describe('the manual', () => {
  it('names only links, files, scripts, commands and settings that exist', () => {
    const mistakes = pages.flatMap((page) =>
      [brokenLinks, missingFiles, unknownScripts, unknownCommands, unknownNames].flatMap((find) =>
        find(page).map((mistake) => `${page}: ${find.name}: ${mistake}`),
      ),
    );
    expect(mistakes).toEqual([]);
  });

  it.each(WRITTEN_PAGES)('has the tables of %s as written by: pnpm --filter @tsena/server manual', (name, rewrite) => {
    const page = read(`docs/${name}`);
    expect(page).toBe(rewrite(page));
  });
});
