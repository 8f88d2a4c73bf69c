import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** Licences that allow to ship the code with their text beside it. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'Unlicense',
  '(MIT OR Apache-2.0)',
]);
const LICENCE_FILE = /^(licen[cs]e|copying)(\.(md|txt))?$/i;
const PACKAGE_FOLDER = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

/**
 * Writes the licences of the packages in a bundle.
 *
 * @param root the folder to which the paths in the metafile are relative
 * @throws Error if a package has another licence than those that we may ship
 */
export function writeNotices(root: string, { outputs }: Metafile): string {
  const included = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = new Set(included.flatMap((path) => PACKAGE_FOLDER.exec(path)?.[1] ?? []));
  const notices = [...folders]
    .map((folder) => noticeOf(join(root, folder)))
    .toSorted((one, other) => (one < other ? -1 : 1));
  return `cli.js contains the following packages.\n\n${[...new Set(notices)].join('\n')}`;
}

function noticeOf(folder: string): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license = 'none', author } = manifest;
  if (!ALLOWED.has(license))
    throw new Error(`${name} ${version} has the licence ${license}, which scripts/notices.ts does not allow.`);
  const file = readdirSync(folder).find((entry) => LICENCE_FILE.test(entry));
  const text =
    file === undefined
      ? `The package has no copy of its licence. Author: ${typeof author === 'object' ? author.name : (author ?? 'not named')}`
      : readFileSync(join(folder, file), 'utf8').trim();
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n\n${text}\n`;
}
