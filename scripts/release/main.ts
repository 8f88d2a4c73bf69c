import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { packPackages } from '../packages.ts';
import { build } from '../run.ts';
import { auditDependencies } from './audit.ts';
import { copyUnits, makeImageContext, makeOfflineTarball, makeSboms } from './companion.ts';
import { makeImage } from './image.ts';
import { findNotes } from './notes.ts';
import { makeComposerPackages, makeWheel } from './sdks.ts';
import { must, mustPnpm, type Release } from './steps.ts';

/**
 * `pnpm run release --dry-run`: makes every artefact of a release of this commit into `release/`, and lists them with
 * their hashes in `release/SHA256SUMS`. Two runs on the same commit give the same files. Publishing is done by
 * .github/workflows/release.yml.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const integrations = join(root, 'integrations');

async function buildAll(): Promise<void> {
  for (const name of readdirSync(join(root, 'packages')))
    rmSync(join(root, 'packages', name, 'dist'), { recursive: true, force: true });
  if (!(await build())) throw new Error('Nothing was released.');
}

/** The WordPress plugin, and the packages for Vendure and Medusa. */
async function makeIntegrations({ target, version }: Release): Promise<void> {
  await mustPnpm(['install', '--frozen-lockfile', '--prefer-offline'], { directory: integrations });
  for (const built of ['vendure/dist', 'medusa/.medusa'])
    rmSync(join(integrations, built), { recursive: true, force: true });
  await mustPnpm(['--recursive', 'run', 'build'], { directory: integrations });
  cpSync(
    join(integrations, 'woocommerce/dist/tsena-checkout.zip'),
    join(target, `tsena-checkout-woocommerce-${version}.zip`),
  );
  for (const name of ['vendure', 'medusa']) {
    await mustPnpm(['pack', '--pack-destination', target], { directory: join(integrations, name) });
  }
}

async function readRelease(): Promise<Release> {
  const changed = await must('git', ['status', '--porcelain'], { directory: root });
  if (changed !== '')
    throw new Error(`A release is made of a commit. Commit or remove these changes first:\n${changed}`);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8')));
  const committedAt = Number(await must('git', ['show', '--no-patch', '--format=%ct', 'HEAD'], { directory: root }));
  const target = join(root, 'release');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  return { root, target, work: mkdtempSync(join(tmpdir(), 'tsena-release-')), version, committedAt };
}

async function main(): Promise<void> {
  if (process.argv[2] !== '--dry-run') {
    throw new Error('Use `pnpm run release --dry-run`. A tag such as v0.2.0 publishes: .github/workflows/release.yml.');
  }
  const release = await readRelease();
  const steps: readonly (readonly [string, () => unknown])[] = [
    ['audit of the dependencies', () => auditDependencies(release)],
    [
      'notes',
      () =>
        writeFileSync(
          join(release.target, 'NOTES.md'),
          findNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), release.version),
        ),
    ],
    ['npm packages', () => packPackages(root, release.target)],
    ['WordPress plugin, packages for Vendure and Medusa', () => makeIntegrations(release)],
    ['Composer packages', () => makeComposerPackages(release)],
    ['Python wheel', () => makeWheel(release)],
    ['software bills of materials', () => makeSboms(release)],
    ['context of the image', () => makeImageContext(release)],
    ['container image', () => makeImage(release)],
    ['systemd units', () => copyUnits(release)],
    ['companion without a network', () => makeOfflineTarball(release)],
  ];
  try {
    await buildAll();
    for (const [name, step] of steps) {
      console.log(`${name} …`);
      await step();
    }
    // `sha256sum --check` reads it. The order is the same everywhere.
    await must('sh', ['-c', 'sha256sum -- * > SHA256SUMS'], { directory: release.target, settings: { LC_ALL: 'C' } });
    const sums = readFileSync(join(release.target, 'SHA256SUMS'), 'utf8');
    console.log(`\n${sums}\nThe release ${release.version} is in ${release.target}. Nothing was published.`);
  } finally {
    rmSync(release.work, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
