import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const pathTo = (file) => fileURLToPath(new URL(file, import.meta.url));

// The built dashboard travels inside this package: @tsena/dashboard itself is not published.
const page = createRequire(import.meta.url).resolve('@tsena/dashboard/index.html');
const target = pathTo('../dashboard');
rmSync(target, { recursive: true, force: true });
cpSync(dirname(page), target, { recursive: true });

// So does the description of the API.
const description = JSON.parse(readFileSync(pathTo('../../../docs/openapi.json'), 'utf8'));
writeFileSync(pathTo('../dist/openapi.json'), JSON.stringify(description));
