import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runPnpm } from './run.ts';

/** The packages that are published, in the order in which they depend on each other. */
const PUBLISHED = ['shared', 'widget', 'sandbox', 'server', 'node'] as const;

/**
 * Packs the published packages as a release does. Build first.
 *
 * @param folder where the tarballs go, `tsena-<name>-<version>.tgz`
 * @throws Error with pnpm's output if a package cannot be packed
 */
export async function packPackages(root: string, folder: string): Promise<string[]> {
  for (const name of PUBLISHED) {
    const { ok, output } = await runPnpm(['pack', '--pack-destination', folder], {
      directory: join(root, 'packages', name),
    });
    if (!ok) throw new Error(`packages/${name} cannot be packed: ${output}`);
  }
  return readdirSync(folder)
    .filter((file) => file.endsWith('.tgz'))
    .map((file) => join(folder, file));
}
