import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkLayers } from './checkLayers.ts';
import { packPackages } from './packages.ts';
import { type Run, run, runPnpm } from './run.ts';
import { installTools, tools } from './tools.ts';
import { checkTranslations } from './translations.ts';
import { checkVocabulary } from './vocabulary.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** TypeScript projects that `tsc -b packages` does not cover: tests, scripts and browser tests. */
function findMoreTypes(): string[] {
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/tsconfig.test.json`);
  return [
    'scripts/tsconfig.json',
    'e2e/tsconfig.json',
    ...packages.filter((project) => existsSync(join(root, project))),
  ];
}

/** Runs a program of the workspace of the tools, or of ours. */
function runTool(name: string, ...flags: readonly string[]): Promise<Run> {
  const suffix = process.platform === 'win32' ? '.cmd' : '';
  const places = [tools, root].map((folder) => join(folder, 'node_modules/.bin', name + suffix));
  return run(places.find((place) => existsSync(place)) ?? name, flags, { directory: root, quiet: true });
}

async function check(name: string, running: Promise<Run>): Promise<boolean> {
  const { ok, output, seconds } = await running;
  console.log(
    `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(36)} ${seconds.toFixed(1).padStart(5)} s${ok ? '' : `\n${output}\n`}`,
  );
  return ok;
}

/** Builds, then runs the checks that need the built files. */
async function checkBuilt(): Promise<boolean[]> {
  const built = await check('build, and the types of all sources', runPnpm(['run', 'build'], { directory: root }));
  if (!built) return [false];
  return await Promise.all([
    // It loads the configurations of the builds, and one of them reads the built files.
    check('unused files, exports, dependencies', runTool('knip', '--config', 'tools/knip.json')),
    ...findMoreTypes().map((project) => check(`types, ${project}`, runTool('tsc', '-p', project))),
    check('sizes, widget', runPnpm(['run', 'size'], { directory: join(root, 'packages/widget') })),
    check('sizes, dashboard', runPnpm(['run', 'size'], { directory: join(root, 'packages/dashboard') })),
    checkPackages(),
  ]).then((results) => results.flat());
}

/** Entry points that are files for a web server, not modules. */
const ASSETS = ['checkout-app.*', 'checkout.js.br', 'checkout.js.gz', 'stub.js', 'integrity.json'];

/** Packs the published packages, and checks their manifests, entry points and types as strangers resolve them. */
async function checkPackages(): Promise<boolean[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-check-'));
  try {
    const tarballs = await packPackages(root, folder);
    return await Promise.all(
      tarballs.flatMap((tarball) => [
        check(`publint, ${basename(tarball)}`, runTool('publint', 'run', '--strict', tarball)),
        check(
          `entry points, ${basename(tarball)}`,
          runTool('attw', tarball, '--profile', 'esm-only', '--quiet', '--exclude-entrypoints', ...ASSETS),
        ),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs one of our own checks on all files that git knows. */
async function checkFiles(find: (root: string, files: readonly string[]) => string[]): Promise<Run> {
  const started = Date.now();
  const { ok, output } = await run('git', ['ls-files'], { directory: root, quiet: true });
  const faults = ok
    ? find(
        root,
        output.split('\n').filter((file) => existsSync(join(root, file))),
      )
    : [output];
  return { ok: faults.length === 0, output: faults.join('\n'), seconds: (Date.now() - started) / 1000 };
}

await installTools();
const results = await Promise.all([
  check('layers', checkFiles(checkLayers)),
  check('vocabulary', checkFiles(checkVocabulary)),
  check('translations', checkFiles(checkTranslations)),
  check('lint and format', runTool('biome', 'check', '--error-on-warnings', '.')),
  checkBuilt(),
]);
const failed = results.flat().filter((ok) => !ok).length;
console.log(failed === 0 ? 'All checks passed.' : `${failed} of the checks failed.`);
process.exitCode = failed === 0 ? 0 : 1;
