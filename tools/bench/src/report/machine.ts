import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { run } from '../../../../scripts/run.ts';

const PACKAGES = ['express', 'axios', 'better-sqlite3', 'pg', 'vite', 'playwright-core'];
const TWIN = '@adyen/adyen-web';

function versionOf(name: string, folder = '../..'): string {
  const manifest = readFileSync(
    fileURLToPath(new URL(`${folder}/node_modules/${name}/package.json`, import.meta.url)),
    'utf8',
  );
  return /"version": "([^"]+)"/.exec(manifest)?.[1] ?? 'unknown';
}

/** What was measured, on what, and when. One line each. */
export async function describeRun(): Promise<string[]> {
  const commit = await run('git', ['rev-parse', '--short', 'HEAD'], { quiet: true });
  const changed = await run('git', ['status', '--porcelain', '--', 'packages'], { quiet: true });
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  return [
    `${new Date().toISOString().slice(0, 10)}, commit ${commit.ok ? commit.output : 'unknown'}${changed.output === '' ? '' : ' with changes'}`,
    `${availableParallelism()} cores of ${processor}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}; all processes on this one machine, over loopback`,
    `Node ${process.versions.node}; ${PACKAGES.map((name) => `${name} ${versionOf(name)}`).join(', ')}, ${TWIN} ${versionOf(TWIN, '../../twin')}`,
  ];
}
