import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FROM_A_RELEASE = /npm install (--\S+ (\/\S+ )?)*@tsena|pip install tsena|composer require tsena|tar -xzf tsena-/;
const SAYS_SO = /from the first release on|dès la première version publiée/i;

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((file): [string, string] => [file, readFileSync(join(root, file), 'utf8')])
  .filter(([, text]) => FROM_A_RELEASE.test(text));

// Remove this test with the first release.
it.each(pages)('%s says that its commands work from the first release on', (_file, text) => {
  const sections = text.split(/^#+ /m).filter((section) => FROM_A_RELEASE.test(section));
  expect(sections.filter((section) => !SAYS_SO.test(section)).map((section) => section.split('\n')[0])).toEqual([]);
});
