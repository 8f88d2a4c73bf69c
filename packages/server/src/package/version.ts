import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { PACKAGE_FOLDER } from './packageFolder.ts';

const manifest = z.object({ version: z.string() });

/** This package's version. */
export function readVersion(): string {
  return z.parse(manifest, JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8'))).version;
}
