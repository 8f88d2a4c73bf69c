import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, type Release } from './steps.ts';

/** @throws Error if a manifest names another version than the release */
function checkVersion({ root, version }: Release, file: string, line: string): void {
  if (!readFileSync(join(root, file), 'utf8').includes(line))
    throw new Error(`${file} must have the version ${version}.`);
}

/** The Composer package: `Tsena.php` in a zip, for a repository of the type `artifact`. */
export async function makeComposerPackage(release: Release): Promise<void> {
  const { root, target, version } = release;
  checkVersion(release, 'sdks/php/composer.json', `"version": "${version}"`);
  const out = join(target, `tsena-php-${version}.zip`);
  const files = ['Tsena.php', 'composer.json', 'README.md'];
  await must('git', ['archive', '--format=zip', '--add-file=../../LICENSE', '-o', out, 'HEAD', ...files], {
    directory: join(root, 'sdks/php'),
    // The times in a zip are local ones.
    settings: { TZ: 'UTC' },
  });
}

/** The Python wheel. It needs Python with pip. */
export async function makeWheel(release: Release): Promise<void> {
  const { root, target, work, version, committedAt } = release;
  checkVersion(release, 'sdks/python/pyproject.toml', `version = "${version}"`);
  const folder = join(work, 'python');
  for (const file of ['tsena.py', 'pyproject.toml', 'README.md'])
    cpSync(join(root, 'sdks/python', file), join(folder, file));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  await must(
    'python3',
    ['-m', 'pip', 'wheel', '--no-deps', '--disable-pip-version-check', '--wheel-dir', target, folder],
    {
      settings: { SOURCE_DATE_EPOCH: String(committedAt) },
    },
  );
}
