import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleCommandLine } from '../scripts/bundle.ts';
import { writeNotices } from '../scripts/notices.ts';
import { useFolder } from './support/use.ts';

const folder = useFolder();

describe('the bundled command line', () => {
  it('is one file that imports nothing but Node’s own modules', async () => {
    const { outputs } = await bundleCommandLine(folder('out/cli.js'));
    expect(readdirSync(folder('out'))).toEqual(['cli.js']);
    const statements = Object.values(outputs).flatMap(({ imports }) =>
      imports.filter(({ kind }) => kind === 'import-statement'),
    );
    const imported = statements.map(({ path }) => path.replace(/^node:/, ''));
    expect(imported).toContain('fs');
    expect(imported.filter((name) => !builtinModules.includes(name))).toEqual([]);
    const text = readFileSync(folder('out/cli.js'), 'utf8');
    expect(text.startsWith('#!/usr/bin/env node\n')).toBe(true);
    // One other character doubles the memory that the text of the program takes.
    expect([...text].filter((character) => character > '~')).toEqual([]);
  });

  it('comes with the licence of each package in it', async () => {
    const metafile = await bundleCommandLine(folder('out/cli.js'));
    const notices = writeNotices(join(import.meta.dirname, '..'), metafile);
    for (const name of ['express', 'kysely', 'pino', 'axios', 'zod', 'commander'])
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'));
    // They are not in the file.
    expect(notices).not.toMatch(/^(?:pg|better-sqlite3|esbuild|vitest) \d/m);
    expect(notices).toContain('Permission is hereby granted, free of charge');
  });
});
