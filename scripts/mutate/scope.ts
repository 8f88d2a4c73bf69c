import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Sources, and the tests that ought to notice a change of them. */
interface Area {
  /** A folder. */
  readonly sources: string;
  /** Folders and files: the neighbourhood. A fault that only a distant test notices is found late. */
  readonly tests: readonly string[];
  /** Only where it is named. */
  readonly extra?: boolean;
}

/** The packages whose tests notice; each is a project of vitest. */
export const PROJECTS = ['server', 'shared', 'widget', 'sandbox'] as const;

const SERVER = 'packages/server/src';

const AREAS: readonly Area[] = [
  { sources: `${SERVER}/rules`, tests: [`${SERVER}/rules`, `${SERVER}/payments`, `${SERVER}/storage`, `${SERVER}/storage`] },
  { sources: `${SERVER}/payments`, tests: [`${SERVER}/payments`, `${SERVER}/reconciliation.test.ts`, `${SERVER}/http/checkout.test.ts`] },
  { sources: `${SERVER}/storage`, tests: [`${SERVER}/storage`, `${SERVER}/payments`, `${SERVER}/http/merchant.test.ts`] },
  { sources: `${SERVER}/storage`, tests: [`${SERVER}/storage`, `${SERVER}/payments`, `${SERVER}/http/merchant.test.ts`] },
  { sources: `${SERVER}/operator`, tests: [`${SERVER}/operator`, `${SERVER}/wire.test.ts`] },
  { sources: `${SERVER}/orders`, tests: [`${SERVER}/orders`, `${SERVER}/http/checkout.test.ts`] },
  { sources: `${SERVER}/webhooks`, tests: [`${SERVER}/webhooks`, `${SERVER}/companion.test.ts`] },
  { sources: `${SERVER}/http`, tests: [`${SERVER}/http`, `${SERVER}/companion.test.ts`, `${SERVER}/host.test.ts`] },
  { sources: 'packages/shared/src', tests: ['packages/shared/src', `${SERVER}/operator`, `${SERVER}/orders`] },
  { sources: 'packages/widget/src/core', tests: ['packages/widget/src'] },
  { sources: 'packages/sandbox/src', tests: ['packages/sandbox/src'], extra: true },
];

/** Tests that start a built program see no change of its source. */
const LEFT_OUT = [
  ...['http/openapi', 'serve', 'secrets', 'instances', 'cli'].map((name) => `${SERVER}/${name}.test.ts`),
  'packages/sandbox/src/cli.test.ts',
];

function list(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/').replace(/^\//, ''))
    .filter((path) => !path.includes('node_modules/') && !path.includes('/dist/'))
    .sort();
}

function isSource(path: string): boolean {
  return /\.ts$/.test(path) && !/\.(test|d)\.ts$/.test(path) && !/\/(testing|proof|page|locales)\//.test(path);
}

/** The source files that may be mutated and lie at one of these paths (files or folders); all by default. */
export function findSources(root: string, paths: readonly string[]): string[] {
  const files = list(root, 'packages').filter(isSource);
  const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
  const named = paths.map((path) => path.replace(/^\.\//, '').replace(/\/$/, ''));
  if (named.length === 0)
    return AREAS.filter(({ extra }) => extra !== true).flatMap(({ sources }) => files.filter((path) => isIn(path, sources)));
  const possible = files.filter((path) => AREAS.some(({ sources }) => isIn(path, sources)));
  return named.flatMap((name) => possible.filter((path) => isIn(path, name)));
}

/** A test file, and the project that it belongs to. */
export interface TestFile {
  readonly path: string;
  readonly project: (typeof PROJECTS)[number];
}

/** The test files that ought to notice a change of this source: the nearest first. */
export function findTests(root: string, source: string): TestFile[] {
  const area = AREAS.find(({ sources }) => source.startsWith(`${sources}/`));
  const files = list(root, 'packages').filter((path) => /\.test\.tsx?$/.test(path) && !LEFT_OUT.includes(path));
  const near = files.filter((path) => area?.tests.some((folder) => path === folder || path.startsWith(`${folder}/`)));
  return near
    .flatMap((path) => PROJECTS.filter((name) => path.startsWith(`packages/${name}/`)).map((project) => ({ path, project })))
    .sort((one, other) => distance(source, one.path) - distance(source, other.path));
}

/** 0: the test of this very file; more, the further away. */
function distance(source: string, test: string): number {
  if (test.replace(/(\.conformance)?\.test\.tsx?$/, '') === source.replace(/\.ts$/, '')) return 0;
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  if (test.startsWith(folder)) return 1;
  return test.split('/')[1] === source.split('/')[1] ? 2 : 3;
}
