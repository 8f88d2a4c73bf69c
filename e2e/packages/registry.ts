import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { serve } from '@tsena/testkit/serve';
import { run } from '../../scripts/run.ts';

/** A registry of the scope `@tsena`, on loopback. */
export type Registry = Awaited<ReturnType<typeof serveRegistry>>;

/** Serves packed packages as the npm registry will: each in its one version. */
export async function serveRegistry(tarballs: readonly string[]) {
  const files = new Map<string, Buffer>();
  const { url, close } = await serve((request, response) => {
    const file = files.get(decodeURIComponent(request.url ?? ''));
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  for (const tarball of tarballs) {
    const content = await readFile(tarball);
    const { output } = await run('tar', ['-xzOf', tarball, 'package/package.json'], { quiet: true });
    const manifest: { name: string; version: string } = JSON.parse(output);
    const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
    const dist = { tarball: `${url}/${basename(tarball)}`, integrity };
    const { name, version } = manifest;
    const times = { [version]: '2026-01-01T00:00:00.000Z' };
    const description = {
      name,
      'dist-tags': { latest: version },
      time: times,
      versions: { [version]: { ...manifest, dist } },
    };
    files.set(`/${basename(tarball)}`, content);
    files.set(`/${name}`, Buffer.from(JSON.stringify(description)));
  }
  // A line of `.npmrc`, by which npm and pnpm take packages of the scope from it and others from their registry.
  return { npmrc: `@tsena:registry=${url}/\n`, close };
}
