import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of this package, with its manifest and the built dashboard: the same from `src/`, from `dist/` and from
 * the bundle.
 */
export const PACKAGE_FOLDER = folderWithManifest(import.meta.dirname);

function folderWithManifest(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('The package has lost its package.json.');
  return folderWithManifest(parent);
}
