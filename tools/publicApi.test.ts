import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const TIMEOUT_MS = 120_000;
const root = fileURLToPath(new URL('..', import.meta.url));

/** An entry point that programs import: its package, its declarations, and the file that lists its public API. */
interface Entry {
  readonly project: string;
  readonly declarations: string;
  readonly list: string;
}
const ENTRIES: readonly Entry[] = [
  { project: 'packages/server', declarations: 'dist/index.d.ts', list: 'index.api.txt' },
  { project: 'packages/node', declarations: 'dist/index.d.ts', list: 'index.api.txt' },
  { project: 'packages/widget', declarations: 'dist/types/index.d.ts', list: 'index.api.txt' },
  { project: 'packages/widget', declarations: 'dist/types/embed.d.ts', list: 'checkout.api.txt' },
];

const none = { logLevel: ExtractorLogLevel.None };
const MESSAGES = {
  compilerMessageReporting: { default: none },
  tsdocMessageReporting: { default: none },
  extractorMessageReporting: { default: none, 'ae-undocumented': { logLevel: ExtractorLogLevel.Warning } },
};
/** A consumer's compiler. */
const COMPILER = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
};

interface PublicApi {
  /** All declarations, without their docstrings. */
  readonly list: string;
  /** Declarations and members without a docstring. */
  readonly undocumented: readonly string[];
  /** The errors that docstrings promise. */
  readonly errors: readonly string[];
}

/** Reads the public API of an entry point as a consumer's compiler sees it. */
function readApi({ project, declarations }: Entry, folder: string): PublicApi {
  const projectFolder = join(root, project);
  const mainEntryPointFilePath = join(projectFolder, declarations);
  const apiJsonFilePath = join(folder, 'model.json');
  const undocumented: string[] = [];
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder,
      newlineKind: 'lf',
      mainEntryPointFilePath,
      compiler: { overrideTsconfig: { compilerOptions: COMPILER, files: [mainEntryPointFilePath] } },
      apiReport: {
        enabled: true,
        reportFileName: 'list',
        reportFolder: folder,
        reportTempFolder: join(folder, 'temp'),
        includeForgottenExports: true,
      },
      docModel: { enabled: true, apiJsonFilePath },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: MESSAGES,
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(projectFolder, 'package.json'),
  });
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback(message) {
      message.handled = true;
      if (message.messageId === 'ae-undocumented')
        undocumented.push(`${message.sourceFilePath}:${message.sourceFileLine} ${message.text}`);
    },
  });
  const errors = [...readFileSync(apiJsonFilePath, 'utf8').matchAll(/@throws(?:[ *]|\\n)+(\w+)/g)].map(
    ([, error = '']) => error,
  );
  const report = readFileSync(join(folder, 'list.api.md'), 'utf8');
  return { list: /^```ts\n\n([\s\S]*)\n```$/m.exec(report)?.[1] ?? '', undocumented, errors };
}

beforeAll(() => {
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', 'packages'], { cwd: root });
}, TIMEOUT_MS);

describe.each(ENTRIES)('the public API of $project/$declarations', (entry) => {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-api-'));
  let api: PublicApi;
  beforeAll(() => {
    api = readApi(entry, folder);
  }, TIMEOUT_MS);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is as its file says; `pnpm --dir tools api` writes the file', async () => {
    await expect(api.list).toMatchFileSnapshot(join(root, entry.project, entry.list));
  });

  it('has a docstring for each declaration and each member', () => {
    expect(api.undocumented).toEqual([]);
  });

  it('exports each error that a docstring names', () => {
    const exported = [...api.list.matchAll(/^export class (\w+)/gm)].map(([, name = '']) => name);
    expect(api.errors.filter((error) => !/^(Type|Range)?Error$/.test(error) && !exported.includes(error))).toEqual([]);
  });

  it('names no type that neither the package nor its user installs', () => {
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(root, entry.project, 'package.json'), 'utf8'),
    );
    const imported = [...api.list.matchAll(/^import .* from '((?:@[^/']+\/)?[^/']+)/gm)].map(([, name = '']) => name);
    const typesOf = (name: string) =>
      existsSync(join(root, entry.project, 'node_modules/@types', name)) ? `@types/${name}` : name;
    const known = { ...dependencies, ...peerDependencies };
    const missing = imported.filter(
      (name) =>
        !name.startsWith('node:') && peerDependencies?.[name] === undefined && known[typesOf(name)] === undefined,
    );
    expect(missing).toEqual([]);
  });
});
