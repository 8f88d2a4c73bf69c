import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine } from '../scripts/bundle.ts';
import { writeNotices } from '../scripts/notices.ts';
import { runCli } from './support/cli.ts';
import { type Stack, startStack } from './support/stack.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tsena-bundle-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the bundled command line', () => {
  it('is one file that imports nothing but Node’s own modules', async () => {
    const { outputs } = await bundleCommandLine(join(folder, 'out/cli.js'));
    expect(readdirSync(join(folder, 'out'))).toEqual(['cli.js']);
    const statements = Object.values(outputs).flatMap(({ imports }) => imports.filter(({ kind }) => kind === 'import-statement'));
    const imported = statements.map(({ path }) => path.replace(/^node:/, ''));
    expect(imported).toContain('fs');
    expect(imported.filter((name) => !builtinModules.includes(name))).toEqual([]);
    const text = readFileSync(join(folder, 'out/cli.js'), 'utf8');
    expect(text.startsWith('#!/usr/bin/env node\n')).toBe(true);
    // One other character doubles the memory that the text of the program takes.
    expect([...text].filter((character) => character > '~')).toEqual([]);
  });

  it('comes with the licence of each package in it', async () => {
    const metafile = await bundleCommandLine(join(folder, 'out/cli.js'));
    const notices = writeNotices(join(import.meta.dirname, '..'), metafile);
    for (const name of ['express', 'kysely', 'pino', 'axios', 'zod', 'commander'])
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'));
    // They are not in the file.
    expect(notices).not.toMatch(/^(?:pg|better-sqlite3|esbuild|vitest) \d/m);
    expect(notices).toContain('Permission is hereby granted, free of charge');
  });
});

describe('a command loads only what it needs', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.close());

  /** The packages outside the bundle that a command requires. */
  async function required(...args: readonly string[]): Promise<string[]> {
    const hook = join(folder, 'hook.cjs');
    const list = join(folder, 'required.json');
    writeFileSync(
      hook,
      `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(Object.keys(require.cache))));`,
    );
    const { code, stderr } = await runCli(args, { ...stack.env, NODE_OPTIONS: `--require ${hook}` });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const files: string[] = JSON.parse(readFileSync(list, 'utf8'));
    return [...new Set(files.flatMap((file) => /.*node_modules\/([^.][^/]*)\//.exec(file)?.[1] ?? []))];
  }

  it('payments list on SQLite: better-sqlite3, and nothing of PostgreSQL', async () => {
    const packages = await required('payments', 'list');
    expect(packages).toContain('better-sqlite3');
    expect(packages.filter((name) => /^pg/.test(name))).toEqual([]);
  });
});
