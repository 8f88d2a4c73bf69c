import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, type Release } from './steps.ts';

/** @throws Error if a manifest names another version than the release */
function checkVersion({ root, version }: Release, file: string, line: string): void {
  if (!readFileSync(join(root, file), 'utf8').includes(line))
    throw new Error(`${file} must have the version ${version}.`);
}

/** A Composer package: a zip of the folder's files, for a repository of the type `artifact`. */
async function makeComposerPackage(release: Release, folder: string, name: string, files: readonly string[]) {
  const { root, target, version } = release;
  checkVersion(release, `${folder}/composer.json`, `"version": "${version}"`);
  const out = join(target, `${name}-${version}.zip`);
  const packed = ['composer.json', 'README.md', ...files];
  await must('git', ['archive', '--format=zip', '--add-file=../../LICENSE', '-o', out, 'HEAD', ...packed], {
    directory: join(root, folder),
    // The times in a zip are local ones.
    settings: { TZ: 'UTC' },
  });
}

/** The Composer packages: `Tsena.php`, and the package for Laravel, which needs the same version of it. */
export async function makeComposerPackages(release: Release): Promise<void> {
  checkVersion(release, 'integrations/laravel/composer.json', `"tsena/tsena": "${release.version}"`);
  await makeComposerPackage(release, 'sdks/php', 'tsena-php', ['Tsena.php']);
  await makeComposerPackage(release, 'integrations/laravel', 'tsena-laravel', ['config', 'resources', 'src']);
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
