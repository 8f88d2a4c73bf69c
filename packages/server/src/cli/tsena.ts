#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parse, populate } from 'dotenv';
import { foreignEncoding } from '../config/foreignEncoding.ts';
import { fail } from './kit/output.ts';
import { createProgram } from './program.ts';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe, as `tsena payments list | head` does. The command still finishes its work.
    if (error.code !== 'EPIPE') throw error;
  });
}
// axios asks whether they exist, and Node then loads its own HTTP client for them, which nothing here uses: 4 MB.
for (const name of ['fetch', 'FormData', 'Request', 'Response']) Reflect.deleteProperty(globalThis, name);
const { unread, encoding } = loadEnvFile();
// The storage holds payers' numbers: what is written here is for its owner alone.
process.umask(0o077);
createProgram(process.argv[2])
  .then((program) =>
    program
      .hook('preAction', (_program, command) => {
        // Otherwise none of its settings would hold, without a word. `init` replaces it.
        if (encoding !== undefined && command.name() !== 'init')
          throw new Error(`The file .env in ${process.cwd()} is in ${encoding}. Save it as UTF-8.`);
      })
      .parseAsync(),
  )
  .catch((error: unknown) => {
    const hint = unread === undefined ? '' : `\n${describeUnread(unread)}`;
    // By its name: its module loads every setting.
    fail(error instanceof Error && error.name === 'SettingsError' ? new Error(`${error.message}${hint}`) : error);
  });

/** Reads `.env` into the environment, whose own variables win. One in another encoding than UTF-8 is not read. */
function loadEnvFile(): { readonly unread?: Error; readonly encoding?: ReturnType<typeof foreignEncoding> } {
  try {
    const bytes = readFileSync('.env');
    const encoding = foreignEncoding(bytes);
    if (encoding === undefined) populate(process.env, parse(bytes));
    return { encoding };
  } catch (error) {
    if (error instanceof Error) return { unread: error };
    throw error;
  }
}

function describeUnread(error: Error): string {
  const code = 'code' in error ? String(error.code) : error.name;
  if (code === 'ENOENT') return `There is no .env in ${process.cwd()}. "tsena init" writes one.`;
  return `The file .env in ${process.cwd()} cannot be read (${code}).`;
}
