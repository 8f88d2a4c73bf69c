import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { must, mustPnpm, type Release } from './steps.ts';

const SBOM_PACKAGES = ['server', 'sandbox', 'widget', 'shared', 'node'] as const;
/** What installing better-sqlite3 needs, and running it does not. */
const SQLITE_SOURCES = ['deps', 'src', 'binding.gyp'];

const sbomSchema = z.looseObject({ serialNumber: z.optional(z.string()), metadata: z.looseObject({ timestamp: z.string() }) });

/** The software bills of materials, in CycloneDX, with the time of the commit and without a random number. */
export async function makeSboms({ root, target, committedAt }: Release): Promise<void> {
  for (const name of SBOM_PACKAGES) {
    const file = join(target, `sbom-tsena-${name}.json`);
    await mustPnpm(['--filter', `@tsena/${name}`, 'sbom', '--sbom-format', 'cyclonedx', '--prod', '--out', file], { directory: root });
    const { serialNumber: _random, ...sbom } = sbomSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    sbom.metadata.timestamp = new Date(committedAt * 1000).toISOString();
    writeFileSync(file, `${JSON.stringify(sbom, undefined, 2)}\n`);
  }
}

/** What the image is built from: `docker build -f deploy/Dockerfile .` in the unpacked folder. */
export async function makeImageContext({ root, target, version }: Release): Promise<void> {
  const out = join(target, `tsena-image-context-${version}.tar.gz`);
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.base.json', 'LICENSE', 'packages', 'deploy'];
  await must('git', ['archive', '--format=tar.gz', `--prefix=tsena-image-context-${version}/`, '-o', out, 'HEAD', ...files], {
    directory: root,
  });
}

/** The systemd units, as they are in `deploy`. */
export function copyUnits({ root, target }: Release): void {
  for (const unit of ['tsena.service', 'tsena@.service']) cpSync(join(root, 'deploy', unit), join(target, unit));
}

/** The folder of better-sqlite3 in a deployed package. */
function findSqlite(folder: string): string {
  const store = join(folder, 'node_modules/.pnpm');
  const name = readdirSync(store).find((entry) => entry.startsWith('better-sqlite3@'));
  if (name === undefined) throw new Error('The companion has no better-sqlite3.');
  return join(store, name, 'node_modules/better-sqlite3');
}

/** Leaves one file of what was compiled or downloaded for better-sqlite3. */
function slimSqlite(folder: string): void {
  const sqlite = findSqlite(folder);
  const native = readFileSync(join(sqlite, 'build/Release/better_sqlite3.node'));
  for (const one of ['build', ...SQLITE_SOURCES]) rmSync(join(sqlite, one), { recursive: true, force: true });
  mkdirSync(join(sqlite, 'build/Release'), { recursive: true });
  writeFileSync(join(sqlite, 'build/Release/better_sqlite3.node'), native);
}

/**
 * The companion and the sandbox with all they need but Node, for a server without a network. It runs on the platform and the line of Node
 * that made it, because SQLite is native code.
 */
export async function makeOfflineTarball({ root, target, work, version, committedAt }: Release): Promise<void> {
  const name = `tsena-${version}-${process.platform}-${process.arch}-node${process.versions.node.split('.')[0]}`;
  const folder = join(work, name);
  await mustPnpm(['--filter', '@tsena/server', 'deploy', '--prod', folder], { directory: root });
  await mustPnpm(['--filter', '@tsena/sandbox', 'deploy', '--prod', join(folder, 'sandbox')], { directory: root });
  slimSqlite(folder);
  for (const part of [folder, join(folder, 'sandbox')]) {
    // They name this folder and the time.
    for (const file of ['.modules.yaml', '.pnpm-workspace-state-v1.json']) rmSync(join(part, 'node_modules', file), { force: true });
  }
  for (const unit of ['tsena.service', 'tsena@.service']) cpSync(join(root, 'deploy', unit), join(folder, unit));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(target, 'sbom-tsena-server.json'), join(folder, 'sbom.json'));
  const tar = join(work, `${name}.tar`);
  const same = ['--sort=name', `--mtime=@${committedAt}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=go-w,u+w,a+rX'];
  await must('tar', ['--create', '--file', tar, ...same, '--hard-dereference', '--exclude=*.map', '--directory', work, name]);
  await must('gzip', ['--no-name', '-9', tar]);
  cpSync(`${tar}.gz`, join(target, `${name}.tar.gz`));
}
