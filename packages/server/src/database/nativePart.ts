import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where npm and pnpm compile the native part of better-sqlite3, or unpack its ready-made file. */
function findBuilt(): string {
  return join(
    dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json')),
    'build/Release/better_sqlite3.node',
  );
}

/**
 * Checks that the native part of better-sqlite3 does not end the process at a garbage collection, as it does if it was
 * compiled with the headers of Node 24.19 to 24.21 (nodejs/node#65446). The ready-made file was not.
 *
 * @throws Error that says what to use instead
 */
export function checkNativePart(version = process.version, file = findBuilt()): void {
  const isAffected = /^v24\.(?:1?\d|2[01])\./.test(version);
  if (!isAffected || !existsSync(file) || !readFileSync(file).includes('RemoveEnvironmentCleanupHook')) return;
  throw new Error(
    "better-sqlite3 was compiled with Node 24.19, 24.20 or 24.21, and could end the process at any time (nodejs/node#65446). Compile it with Node 22 or 24.18, or use the release's tarball for servers without a network.",
  );
}
