import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describe('the package vendure', () => {
  it('passes publint', async () => {
    const { messages } = await publint({ pkgDir: root, strict: true, pack: 'npm' });
    expect(messages).toEqual([]);
  });

  it('holds the built code, its types, the readme and the licence, and no test', () => {
    const [{ files }] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    const paths = files.map(({ path }) => path);
    const [entry, types] = [manifest.main, manifest.types].map((path) => path.replace('./', ''));
    expect(paths).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE', entry, types]));
    expect(paths.filter((path) => /test|\.map$/.test(path))).toEqual([]);
  });

  it('depends on the SDK of its own version', () => {
    expect(manifest.dependencies).toEqual({ '@tsena/node': manifest.version });
  });
});
