import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Sources, and the tests that must notice a change of them. */
interface Area {
  /** The folder of the sources. */
  readonly sources: string;
  /** Folders and files with tests near the sources. A fault that only a distant test notices is found late. */
  readonly tests: readonly string[];
  /** Those of these files that test what the sources have in common, as tables of all routes. */
  readonly common?: readonly string[];
  /** Mutated only if it is named. */
  readonly isExtra?: boolean;
}

/** The packages with these tests; each is a vitest project. */
export const PROJECTS = ['server', 'shared', 'widget', 'sandbox'] as const;

const SERVER = 'packages/server/src';
const SERVER_TESTS = 'packages/server/test';

/** The tests that run the companion in their own process. */
const COMPANION_TESTS = [`${SERVER}/http`, `${SERVER}/companion.test.ts`, SERVER_TESTS];

const AREAS: readonly Area[] = [
  { sources: `${SERVER}/rules`, tests: [`${SERVER}/rules`, `${SERVER}/payments`, `${SERVER}/storage`, ...COMPANION_TESTS] },
  { sources: `${SERVER}/payments`, tests: [`${SERVER}/payments`, ...COMPANION_TESTS] },
  { sources: `${SERVER}/storage`, tests: [`${SERVER}/storage`, `${SERVER}/payments`, ...COMPANION_TESTS] },
  { sources: `${SERVER}/operator`, tests: [`${SERVER}/operator`, `${SERVER}/checks`, ...COMPANION_TESTS] },
  { sources: `${SERVER}/orders`, tests: [`${SERVER}/orders`, `${SERVER}/http/checkout.test.ts`] },
  { sources: `${SERVER}/webhooks`, tests: [`${SERVER}/webhooks`, `${SERVER}/companion.test.ts`] },
  {
    sources: `${SERVER}/http`,
    tests: [`${SERVER}/http`, `${SERVER}/companion.test.ts`],
    common: ['methods', 'merchant/keys', 'openapi/document'].map((name) => `${SERVER}/http/${name}.test.ts`),
  },
  { sources: 'packages/shared/src', tests: ['packages/shared/src', `${SERVER}/operator`, `${SERVER}/orders`] },
  { sources: 'packages/widget/src/core', tests: ['packages/widget/src'] },
  { sources: 'packages/sandbox/src', tests: ['packages/sandbox/src'], isExtra: true },
];

/** Tests that start a program as a process, which does not load the mutated source. */
const EXCLUDED_TESTS = [
  ...['http/openapi', 'main', 'cli'].map((name) => `${SERVER}/${name}.test.ts`),
  ...['secrets', 'instances'].map((name) => `${SERVER_TESTS}/${name}.test.ts`),
  'packages/sandbox/src/cli.test.ts',
];

/** These try a whole companion many times over, which takes minutes. */
const STRESS_TESTS = `${SERVER_TESTS}/stress/`;

function list(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/').replace(/^\//, ''))
    .filter((path) => !path.includes('node_modules/') && !path.includes('/dist/'))
    .sort();
}

function isSource(path: string): boolean {
  return /\.ts$/.test(path) && !/\.(test|d)\.ts$/.test(path) && !/\/(testing|test|page|locales)\//.test(path);
}

/** The source files at these paths (files or folders) that can be mutated; default: all. */
export function findSources(root: string, paths: readonly string[]): string[] {
  const files = list(root, 'packages').filter(isSource);
  const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
  const named = paths.map((path) => path.replace(/^\.\//, '').replace(/\/$/, ''));
  if (named.length === 0)
    return AREAS.filter(({ isExtra }) => isExtra !== true).flatMap(({ sources }) => files.filter((path) => isIn(path, sources)));
  const possible = files.filter((path) => AREAS.some(({ sources }) => isIn(path, sources)));
  return named.flatMap((name) => possible.filter((path) => isIn(path, name)));
}

/** A test file and its vitest project. */
export interface TestFile {
  readonly path: string;
  readonly project: (typeof PROJECTS)[number];
  readonly distance: Distance;
}

/**
 * How far a test file is from a source: its own test, by its name; about what its area has in common; beside it or in a folder within; in
 * its package; in another.
 */
export type Distance = (typeof DISTANCES)[number];

/** All distances, nearest first. */
export const DISTANCES = ['own', 'common', 'near', 'package', 'far'] as const;

/** The test files that must notice a change of this source. */
export function findTests(root: string, source: string): TestFile[] {
  const area = AREAS.find(({ sources }) => source.startsWith(`${sources}/`));
  const files = list(root, 'packages').filter(
    (path) => /\.test\.tsx?$/.test(path) && !EXCLUDED_TESTS.includes(path) && !path.startsWith(STRESS_TESTS),
  );
  const near = files.filter((path) => area?.tests.some((folder) => path === folder || path.startsWith(`${folder}/`)));
  return near.flatMap((path) =>
    PROJECTS.filter((name) => path.startsWith(`packages/${name}/`)).map((project) => ({
      path,
      project,
      distance: distanceOf(source, path, area?.common ?? []),
    })),
  );
}

function distanceOf(source: string, test: string, common: readonly string[]): Distance {
  if (test.replace(/(\.conformance)?\.test\.tsx?$/, '') === source.replace(/\.ts$/, '')) return 'own';
  if (common.includes(test)) return 'common';
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  if (test.startsWith(folder)) return 'near';
  return test.split('/')[1] === source.split('/')[1] ? 'package' : 'far';
}
