import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.ts';
import { must, type Release } from './steps.ts';

/**
 * The container image as an OCI archive. buildah runs the Dockerfile without a daemon; without it, or without the
 * registry of the base images, there is no image, and a line says so.
 */
export async function makeImage({ root, target, version, committedAt }: Release): Promise<void> {
  if (!(await run('buildah', ['--version'], { quiet: true })).ok) {
    return console.log('  NOT MADE: it needs buildah (on Debian: apt-get install buildah).');
  }
  for (const [, base = ''] of readFileSync(join(root, 'deploy/Dockerfile'), 'utf8').matchAll(/^FROM (\S+)/gm)) {
    const { ok, output } = await run('buildah', ['pull', base], { quiet: true });
    if (!ok) return console.log(`  NOT MADE: ${base} could not be fetched.\n  ${output.split('\n').at(-1)}`);
    if (!base.includes('@')) console.log(`  ${base} is not pinned. Before a release: sh deploy/pinImages.sh`);
  }
  const name = `tsena:${version}`;
  const same = ['--format', 'oci', '--timestamp', String(committedAt), '--no-cache'];
  const files = ['--file', 'deploy/Dockerfile', '--ignorefile', 'deploy/Dockerfile.dockerignore'];
  await must('buildah', ['build', ...same, ...files, '--tag', name, '.'], { directory: root });
  await must('buildah', ['push', name, `oci-archive:${join(target, `tsena-image-${version}.tar`)}:${name}`]);
}
