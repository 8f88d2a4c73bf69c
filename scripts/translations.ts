import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const IS_TRANSLATION = /^docs\/(fr|mg)\/.*\.md$/;
/** The first line of a page that a person translated: its original, and the version of it. */
const STAMP = /^<!-- translated from (\S+) at ([0-9a-f]{40}) -->\n/;

/** The name that git gives to a content: `git diff OLD NEW` shows what changed between two of them. */
export function blobHash(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}

/** What is wrong with the first line of a translated page, or undefined. */
export function findOutdated(page: string, text: string, read: (file: string) => Buffer): string | undefined {
  const [, original = '', translated = ''] = STAMP.exec(text) ?? [];
  if (original === '') return `${page}: the first line must be <!-- translated from docs/PAGE.md at HASH -->`;
  const current = blobHash(read(original));
  if (current === translated) return undefined;
  return `${page}: ${original} has changed. Translate what "git diff ${translated} ${current}" shows, then write ${current} into the first line`;
}

/** {@link findOutdated} of several files. */
export function checkTranslations(root: string, files: readonly string[]): string[] {
  const read = (file: string) => readFileSync(join(root, file));
  return files
    .filter((file) => IS_TRANSLATION.test(file))
    .flatMap((file) => findOutdated(file, read(file).toString(), read) ?? []);
}
