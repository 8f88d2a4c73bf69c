import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { LAYERS } from './layers.ts';

/** A package, and which of its folders its files may import. A file belongs to the deepest folder that is named. */
interface Package {
  readonly root: string;
  readonly mayImport: Readonly<Record<string, readonly string[]>>;
  /** npm packages that the files of a folder must not import. */
  readonly without?: Readonly<Record<string, RegExp>>;
  /** The folders that may contain SQL; default: each. */
  readonly sqlIn?: readonly string[];
}

const PACKAGES: readonly Package[] = LAYERS;

/** Tests and their support may import what they test. */
const IS_TEST = /\.test\.tsx?$|\/testing\//;
/** Texts are data: they import nothing. */
const IS_DATA = /\.json$/;
const SQL = /from 'kysely'|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^'\n]+)'/g;

/** A folder of the table: how it stands there, and its own name. */
interface Folder {
  readonly key: string;
  readonly name: string;
}

/** Whether a name of the table, where `*` is any folder, is this folder's. */
function fits(pattern: string, name: string): boolean {
  const [parts, own] = [pattern, name].map((path) => path.split('/')) as [string[], string[]];
  return (
    parts.length === own.length && parts.every((part, at) => part === own[at] || (part === '*' && own[at] !== '.'))
  );
}

/** The folder of the table to which a file belongs: the deepest, and of two the one that is named. */
function folderOf({ root, mayImport }: Package, path: string): Folder {
  const file = path.slice(root.length + 1);
  const parts = posix.dirname(file).split('/');
  for (let depth = parts.length; depth > 0; depth -= 1) {
    const name = parts.slice(0, depth).join('/');
    const key = mayImport[name] === undefined ? Object.keys(mayImport).find((one) => fits(one, name)) : name;
    if (key !== undefined) return { key, name };
  }
  throw new TypeError(`${path} is in no folder that scripts/layers.ts names. Add its folder there.`);
}

/**
 * Checks the imports of one file.
 *
 * @param path from the root of the repository, with slashes
 * @returns a sentence for each import that its folder must not make, or that reaches another package by path
 */
export function importFaults(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(IMPORT)].map(([, specifier = '']) => specifier);
  const faults = specifiers
    .filter((specifier) => leavesPackage(path, specifier))
    .map((specifier) => {
      return `${path} reaches into another package by its path: ${specifier}`;
    });
  const home = PACKAGES.find(({ root }) => path.startsWith(`${root}/`));
  if (home === undefined || IS_TEST.test(path)) return faults;
  const from = folderOf(home, path);
  if (home.sqlIn !== undefined && SQL.test(text) && !home.sqlIn.some((one) => fits(one, from.name)))
    faults.push(`${path} (${from.name}) contains SQL, which belongs to ${home.sqlIn.join(', ')}`);
  for (const specifier of specifiers) {
    const to = importedFolder(home, path, specifier);
    if (to !== undefined && to !== from.name && !home.mayImport[from.key]?.some((one) => fits(one, to)))
      faults.push(`${path} (${from.name}) must not import ${specifier} (${to})`);
    if (home.without?.[from.name]?.test(specifier)) faults.push(`${path} (${from.name}) must not import ${specifier}`);
    if (/^@tsena\/testkit(\/|$)/.test(specifier)) faults.push(`${path} must not import ${specifier}: it is for tests`);
  }
  return faults;
}

/** The folder in the same package that an import reaches. */
function importedFolder(home: Package, path: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.') || IS_DATA.test(specifier)) return undefined;
  const target = posix.join(posix.dirname(path), specifier);
  return target.startsWith(`${home.root}/`) ? folderOf(home, target).name : undefined;
}

/**
 * Whether an import reaches into another package by its path. scripts are no package: they belong to the workspace. What
 * the companion's tests share, browser tests may use.
 */
function leavesPackage(path: string, specifier: string): boolean {
  if (!specifier.startsWith('.')) return false;
  const packageOf = (file: string) => /^(packages\/\w+|examples\/\w+|e2e|tools\/bench|scripts)\//.exec(file)?.[1];
  const target = posix.join(posix.dirname(path), specifier);
  if (path.startsWith('e2e/') && target.startsWith('packages/server/test/support/')) return false;
  return packageOf(target) !== packageOf(path) && !target.startsWith('scripts/') && !path.startsWith('scripts/');
}

const IS_SOURCE = /^(packages|examples|e2e|tools\/bench|scripts)\/.*\.tsx?$/;

/** {@link importFaults} of the sources among these files. */
export function checkLayers(root: string, files: readonly string[]): string[] {
  const sources = files.filter((file) => IS_SOURCE.test(file));
  return sources.flatMap((file) => importFaults(file, readFileSync(posix.join(root, file), 'utf8')));
}
