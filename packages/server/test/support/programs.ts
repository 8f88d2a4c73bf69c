import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The programs that tests run as processes of their own, and their sources. */
export const PROGRAMS = {
  tsena: fileURLToPath(new URL('../../src/cli/tsena.ts', import.meta.url)),
  testedCompanion: fileURLToPath(new URL('./testedCompanion.ts', import.meta.url)),
  stoppedHost: fileURLToPath(new URL('./stoppedHost.ts', import.meta.url)),
};

/** The name of one of {@link PROGRAMS}. */
export type ProgramName = keyof typeof PROGRAMS;

/** The variable with the folder of the built programs. `buildPrograms` sets it for a test run. */
export const FOLDER_VARIABLE = 'TSENA_TEST_PROGRAMS';

/**
 * Node's arguments that run a program: the one that the test run built, else its sources, which take six times as long
 * to start.
 */
export function nodeArguments(name: ProgramName): string[] {
  const folder = process.env[FOLDER_VARIABLE];
  if (folder !== undefined) return [join(folder, `${name}.js`)];
  return ['--conditions=tsena:source', '--import', import.meta.resolve('tsx'), PROGRAMS[name]];
}
