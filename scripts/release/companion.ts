import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { must, mustPnpm, type Release } from './steps.ts';

const SBOM_PACKAGES = ['server', 'sandbox', 'widget', 'shared', 'node'] as const;
/** What installing better-sqlite3 needs, and running it does not. */
const SQLITE_SOURCES = ['deps', 'src', 'binding.gyp'];
/**
 * The lines of Node that the tarball runs on. What is compiled with the headers of 24.19 to 24.21 ends the process at a
 * garbage collection (nodejs/node#65446); what is compiled with those of 24.18 runs on them too.
 */
const NODES = ['20.20.2', '22.23.3', '24.18.1'] as const;

const sbomSchema = z.looseObject({
  serialNumber: z.optional(z.string()),
  metadata: z.looseObject({ timestamp: z.string() }),
  components: z.array(z.looseObject({ 'bom-ref': z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.optional(z.array(z.string())) })),
});

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

/** The software bills of materials, in CycloneDX, sorted, with the time of the commit and without a random number. */
export async function makeSboms({ root, target, committedAt }: Release): Promise<void> {
  for (const name of SBOM_PACKAGES) {
    const file = join(target, `sbom-tsena-${name}.json`);
    await mustPnpm(['--filter', `@tsena/${name}`, 'sbom', '--sbom-format', 'cyclonedx', '--prod', '--out', file], {
      directory: root,
    });
    const { serialNumber: _random, ...sbom } = sbomSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    sbom.components.sort((one, other) => byText(one['bom-ref'], other['bom-ref']));
    sbom.dependencies.sort((one, other) => byText(one.ref, other.ref));
    for (const { dependsOn } of sbom.dependencies) dependsOn?.sort(byText);
    sbom.metadata.timestamp = new Date(committedAt * 1000).toISOString();
    writeFileSync(file, `${JSON.stringify(sbom, undefined, 2)}\n`);
  }
}

/** What the image is built from: `docker build -f deploy/Dockerfile .` in the unpacked folder. */
export async function makeImageContext({ root, target, version }: Release): Promise<void> {
  const out = join(target, `tsena-image-context-${version}.tar.gz`);
  const files = [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'tsconfig.base.json',
    'LICENSE',
    'packages',
    'scripts',
    'deploy',
  ];
  await must(
    'git',
    ['archive', '--format=tar.gz', `--prefix=tsena-image-context-${version}/`, '-o', out, 'HEAD', ...files],
    {
      directory: root,
    },
  );
}

/** The systemd units, which are also in the npm package. */
export function copyUnits({ root, target }: Release): void {
  cpSync(join(root, 'packages/server/systemd'), target, { recursive: true });
}

/**
 * Downloads or compiles the native part of better-sqlite3 for a version of Node, and returns where `bindings` looks for
 * it.
 */
async function installNative(sqlite: string, work: string, version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  await must('npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefix',
    join(work, version),
    `${name}@${version}`,
  ]);
  const node = join(work, version, 'node_modules', name);
  // A new file, never over the one that is there.
  rmSync(join(sqlite, 'build'), { recursive: true, force: true });
  const settings = { PATH: `${join(node, 'bin')}:${process.env.PATH ?? ''}`, npm_config_nodedir: node };
  await must('npm', ['run', 'install'], { directory: sqlite, settings });
  const abi = await must(join(node, 'bin/node'), ['--print', 'process.versions.modules']);
  return `lib/binding/node-v${abi}-${process.platform}-${process.arch}`;
}

/** Leaves of better-sqlite3 its code and one native file for each line of Node. */
async function slimSqlite(folder: string, work: string): Promise<void> {
  const sqlite = join(folder, 'node_modules/better-sqlite3');
  for (const version of NODES) {
    const place = join(sqlite, await installNative(sqlite, work, version));
    mkdirSync(place, { recursive: true });
    cpSync(join(sqlite, 'build/Release/better_sqlite3.node'), join(place, 'better_sqlite3.node'));
  }
  for (const one of ['build', ...SQLITE_SOURCES]) rmSync(join(sqlite, one), { recursive: true, force: true });
}

/**
 * Deploys a package with its dependencies, and with the manifest of its tarball. The files are copies: links to pnpm's
 * store would let a change here reach every other installation. pnpm's own files name the folder of this clone.
 */
async function deploy({ root, target, version }: Release, name: string, folder: string): Promise<void> {
  const layout = ['--config.node-linker=hoisted', '--config.package-import-method=copy'];
  await mustPnpm(['--filter', `@tsena/${name}`, ...layout, 'deploy', '--prod', folder], { directory: root });
  const files = [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'node_modules/.modules.yaml',
    'node_modules/.pnpm-workspace-state-v1.json',
  ];
  for (const file of [...files, 'node_modules/.pnpm']) rmSync(join(folder, file), { recursive: true, force: true });
  await must('tar', [
    '-xzf',
    join(target, `tsena-${name}-${version}.tgz`),
    '-C',
    folder,
    '--strip-components=1',
    'package/package.json',
  ]);
}

/**
 * The companion and the sandbox with all they need but Node, for a server without a network. It runs on the platform
 * that made it, because SQLite is native code.
 */
export async function makeOfflineTarball(release: Release): Promise<void> {
  const { root, target, work, version, committedAt } = release;
  const name = `tsena-${version}-${process.platform}-${process.arch}`;
  const folder = join(work, name);
  await deploy(release, 'server', folder);
  await deploy(release, 'sandbox', join(folder, 'sandbox'));
  await slimSqlite(folder, work);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(target, 'sbom-tsena-server.json'), join(folder, 'sbom.json'));
  const tar = join(work, `${name}.tar`);
  const same = [
    '--sort=name',
    `--mtime=@${committedAt}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=go-w,u+w,a+rX',
  ];
  await must('tar', [
    '--create',
    '--file',
    tar,
    ...same,
    '--hard-dereference',
    '--exclude=*.map',
    '--directory',
    work,
    name,
  ]);
  await must('gzip', ['--no-name', '-9', tar]);
  cpSync(`${tar}.gz`, join(target, `${name}.tar.gz`));
}
