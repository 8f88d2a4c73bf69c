import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { describe, expect, it } from 'vitest';
import { loadPacked } from '../../testing/packed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describe('the package vendure', () => {
  it('passes publint', async () => {
    const { messages } = await publint({ pkgDir: root, strict: true, pack: 'npm' });
    expect(messages).toEqual([]);
  });

  it('holds the built code, its types, the readme and the licence, and loads with the SDK and its host alone', () => {
    const packed = loadPacked(root, 'vendure', Object.keys(manifest.peerDependencies));
    const [entry, types] = [manifest.main, manifest.types].map((path) => path.replace('./', ''));
    expect(packed.files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE', entry, types]));
    expect(packed.files.filter((path) => /test|\.map$|(?<!\.d)\.ts$/.test(path))).toEqual([]);
    expect(packed.manifest.dependencies).toEqual({ '@tsena/node': manifest.version });
    expect(packed.names.toSorted()).toEqual(['TsenaNoteEvent', 'TsenaPlugin', 'tsenaPaymentHandler']);
  });

  it('lets npm install no second version of what Vendure brings', () => {
    const optional = { optional: true };
    expect(manifest.peerDependenciesMeta).toEqual({
      '@nestjs/common': optional,
      '@nestjs/graphql': optional,
      graphql: optional,
    });
  });
});
