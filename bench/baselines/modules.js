// The companion's command line as the compiler writes it: hundreds of modules, not one bundled file.
import { createProgram } from '../../packages/server/dist/cli/program.js';

const program = await createProgram(process.argv[2]);
await program.parseAsync();
