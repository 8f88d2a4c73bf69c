import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleCommandLine } from './bundle.ts';
import { writeNotices } from './notices.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, 'dist/cli.js');

const metafile = await bundleCommandLine(outfile);
chmodSync(outfile, 0o755);
writeFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), writeNotices(root, metafile));
