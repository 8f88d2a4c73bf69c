import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

// The built dashboard travels inside this package: @tsena/dashboard itself is not published.
const page = createRequire(import.meta.url).resolve('@tsena/dashboard/index.html');
const target = fileURLToPath(new URL('../dashboard', import.meta.url));
rmSync(target, { recursive: true, force: true });
cpSync(dirname(page), target, { recursive: true });
