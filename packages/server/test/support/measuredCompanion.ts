import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readSettings } from '../../src/config/readSettings.ts';
import { serve } from '../../src/main.ts';
import { stopOnSigterm } from './stopOnSigterm.ts';

/** A companion like `tsena serve`, which collects garbage and prints its figures on SIGUSR2. */
setFlagsFromString('--expose-gc');
// Keeps V8's compiled code and feedback out of the heap, where they would hide a leak.
for (const flag of ['--no-opt', '--no-lazy-feedback-allocation', '--no-flush-bytecode']) setFlagsFromString(flag);
const collect = runInNewContext('gc') as () => void;
const served = await serve(readSettings(process.env));
process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const timers = process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  process.stdout.write(`measured ${JSON.stringify({ heapKb: Math.round((heapUsed + arrayBuffers) / 1024), timers })}\n`);
});
stopOnSigterm(served);
process.stdout.write(`listening on ${served.url}\n`);
