#!/usr/bin/env node
import { config } from 'dotenv';
import { fail } from './cli/output.ts';
import { createProgram } from './cli/program.ts';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe, as `tsena payments list | head` does. The command still finishes its work.
    if (error.code !== 'EPIPE') throw error;
  });
}
// axios asks whether they exist, and Node then loads its own HTTP client for them, which nothing here uses: 4 MB.
for (const name of ['fetch', 'FormData', 'Request', 'Response']) Reflect.deleteProperty(globalThis, name);
const { error: unread } = config({ quiet: true });
// The storage holds payers' numbers: what is written here is for its owner alone.
process.umask(0o077);
createProgram(process.argv[2])
  .then((program) => program.parseAsync())
  .catch((error: unknown) => {
    const noFile = unread === undefined ? '' : `\n${describeUnread(unread)}`;
    const hint = process.argv[2] === 'init' ? '\nNothing was written. Give the settings as options or in the environment.' : noFile;
    // By its name: its module loads every setting.
    fail(error instanceof Error && error.name === 'SettingsError' ? new Error(`${error.message}${hint}`) : error);
  });

function describeUnread(error: Error): string {
  const code = 'code' in error ? String(error.code) : error.name;
  if (code === 'ENOENT') return `There is no .env in ${process.cwd()}. "tsena init" writes one.`;
  return `The file .env in ${process.cwd()} cannot be read (${code}).`;
}
