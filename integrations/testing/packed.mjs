import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sdk = fileURLToPath(new URL('../../packages/node', import.meta.url));

/** Packs a package, and unpacks its tarball as an installation does. Returns the folder. */
function install(root, name, folder) {
  const packed = join(folder, `${name}-packed`);
  mkdirSync(packed);
  execFileSync('npm', ['pack', '--pack-destination', packed], { cwd: root, stdio: 'pipe' });
  const installed = join(folder, 'node_modules/@tsena', name);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(packed, readdirSync(packed)[0]), '-C', installed, '--strip-components=1']);
  return installed;
}

/**
 * Installs the tarball of a package and that of the SDK into an empty folder, and loads it there.
 *
 * @param peers names of packages that its host has
 * @returns its package.json, its files, and what it exports
 */
export function loadPacked(root, name, peers) {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-packed-'));
  try {
    install(sdk, 'node', folder);
    const installed = install(root, name, folder);
    for (const peer of peers) {
      mkdirSync(join(folder, 'node_modules', peer, '..'), { recursive: true });
      symlinkSync(join(root, 'node_modules', peer), join(folder, 'node_modules', peer), 'junction');
    }
    const print = `console.log(JSON.stringify(Object.keys(require('@tsena/${name}'))))`;
    const output = execFileSync(process.execPath, ['-e', print], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return {
      manifest: JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')),
      files: readdirSync(installed, { recursive: true }),
      names: JSON.parse(output.trim().split('\n').at(-1)).filter((one) => one !== '__esModule'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
